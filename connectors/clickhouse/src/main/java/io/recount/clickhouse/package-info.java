/** What a two-phase sink into ClickHouse takes and tells, and the client under it; the sink is in {@code sink}. */
@NullMarked
package io.recount.clickhouse;

import org.jspecify.annotations.NullMarked;
