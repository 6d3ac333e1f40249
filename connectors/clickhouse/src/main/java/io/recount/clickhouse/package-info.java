/** A two-phase sink into ClickHouse for any Flink job. */
@NullMarked
package io.recount.clickhouse;

import org.jspecify.annotations.NullMarked;
