/** ClickHouse's HTTP interface over libchdb: a child process of its own, started by {@code LocalClickHouse}. */
@NullMarked
package io.recount.local.clickhouse;

import org.jspecify.annotations.NullMarked;
