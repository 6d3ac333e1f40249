@NullMarked
package io.recount.bench.throughput;

import org.jspecify.annotations.NullMarked;
