package io.recount.pipeline.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableDefinitionTest {

    private static final String TABLE = """
            -- A comment, with a comma.
            CREATE TABLE IF NOT EXISTS `d`.t
            (
                `key` String COMMENT 'It\\'s, (almost) a key',
                kind Enum8('a, b' = 1, 'c' = 2) DEFAULT 'c',
                `nested.time`   Array(DateTime64(3, 'UTC')) CODEC(Delta, ZSTD(1)),
                INDEX range kind TYPE minmax GRANULARITY 1
            )
            ENGINE = ReplacingMergeTree(version)
            PARTITION BY toYear(time)
            ORDER BY (`key`, kind)
            SETTINGS index_granularity = 1024
            """;

    @Test
    void columnsAreReadWithWhatFollowsThem() {
        assertThat(TableDefinition.of(TABLE).columns())
                .containsExactly(
                        new TableDefinition.ColumnDefinition(
                                "key", "String", "String COMMENT 'It\\'s, (almost) a key'"),
                        new TableDefinition.ColumnDefinition(
                                "kind", "Enum8('a, b' = 1, 'c' = 2)", "Enum8('a, b' = 1, 'c' = 2) DEFAULT 'c'"),
                        new TableDefinition.ColumnDefinition(
                                "nested.time",
                                "Array(DateTime64(3, 'UTC'))",
                                "Array(DateTime64(3, 'UTC')) CODEC(Delta, ZSTD(1))"));
    }

    @Test
    void clausesAreRead() {
        TableDefinition definition = TableDefinition.of(TABLE);
        assertThat(definition.engine()).isEqualTo("ReplacingMergeTree(version)");
        assertThat(definition.partitionKey()).isEqualTo("toYear(time)");
        assertThat(definition.sortingKey()).isEqualTo("(`key`, kind)");
        assertThat(TableDefinition.of(TABLE.replace("PARTITION BY toYear(time)\n", ""))
                        .partitionKey())
                .isEmpty();
    }

    @Test
    void aTableWithoutEngineIsAnError() {
        assertThatThrownBy(() -> TableDefinition.of(TABLE.replace("ENGINE", "engine")))
                .hasMessageContaining("No line begins with ENGINE");
    }
}
