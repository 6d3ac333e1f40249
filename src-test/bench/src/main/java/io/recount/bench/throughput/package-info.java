/** Runs ways to take in a log against each other, each measurement in a JVM of its own, and compares what they cost. */
@NullMarked
package io.recount.bench.throughput;

import org.jspecify.annotations.NullMarked;
