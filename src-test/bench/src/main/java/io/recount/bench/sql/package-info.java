/** The job in Flink SQL. */
@NullMarked
package io.recount.bench.sql;

import org.jspecify.annotations.NullMarked;
