/** The JVM of one measurement: a cluster, a job on it that reads the log in one way, and what that costs. */
@NullMarked
package io.recount.bench.path;

import org.jspecify.annotations.NullMarked;
