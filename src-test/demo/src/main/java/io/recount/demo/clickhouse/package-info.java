/** Questions to ClickHouse over HTTP and their answers, row by row. */
@NullMarked
package io.recount.demo.clickhouse;

import org.jspecify.annotations.NullMarked;
