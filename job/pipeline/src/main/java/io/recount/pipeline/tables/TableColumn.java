package io.recount.pipeline.tables;

import io.recount.clickhouse.Column;

/**
 * A column as it is created.
 *
 * @param type as ClickHouse writes it
 * @param codec compression, as in {@code T64, ZSTD(1)}, or empty for the server's default
 * @param comment for people
 */
public record TableColumn(String name, String type, String codec, String comment) {

    Column column() {
        return new Column(name, type);
    }
}
