@NullMarked
package io.recount.bench.reports;

import org.jspecify.annotations.NullMarked;
