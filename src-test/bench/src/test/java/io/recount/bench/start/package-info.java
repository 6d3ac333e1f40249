@NullMarked
package io.recount.bench.start;

import org.jspecify.annotations.NullMarked;
