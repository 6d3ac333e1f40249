@NullMarked
package io.recount.bench.naive;

import org.jspecify.annotations.NullMarked;
