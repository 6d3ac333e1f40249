package io.recount.clickhouse;

/** What a ClickHouse sink takes: rows to publish, and how far the sources behind them have been read. */
public sealed interface SinkElement permits TableRow, Progress {}
