package io.recount.clickhouse;

import java.util.Map;

/**
 * Settings that every insert carries, whatever the user's profile says. A user who may not change one of them to these
 * values cannot write.
 */
public final class PinnedSettings {

    /**
     * One block is one part: neither split, nor merged with others, nor held back. A column that the table does not have is
     * an error, not left out; a NULL that a column cannot hold is an error, not a default.
     */
    public static final Map<String, String> OF_INSERTS = Map.of(
            "async_insert", "0",
            "min_insert_block_size_rows", "0",
            "min_insert_block_size_bytes", "0",
            "max_partitions_per_insert_block", "1",
            "throw_on_max_partitions_per_insert_block", "1",
            "input_format_skip_unknown_fields", "0",
            "input_format_null_as_default", "0");

    /** Takes both values, by table; servers before 25.12 know only {@code insert_deduplicate}. */
    public static final String DEDUPLICATION = "deduplicate_insert";

    public static final String FORMER_DEDUPLICATION = "insert_deduplicate";

    private PinnedSettings() {}
}
