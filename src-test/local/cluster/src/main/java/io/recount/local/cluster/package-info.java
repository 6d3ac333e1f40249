/** A Flink cluster: a child process of its own, started by {@code LocalFlink}. */
@NullMarked
package io.recount.local.cluster;

import org.jspecify.annotations.NullMarked;
