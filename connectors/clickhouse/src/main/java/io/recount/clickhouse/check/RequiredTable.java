package io.recount.clickhouse.check;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * A table that a job needs.
 *
 * @param name its name inside the database
 * @param engine its engine without Replicated or Shared: {@code ReplacingMergeTree(version)}
 * @param partitionKey its partition key as in PARTITION BY; empty for none
 * @param sortingKey its sorting key as in ORDER BY
 * @param columns the columns it has at least
 * @param deduplicates whether a block that is inserted again has to be recognised
 * @param rights what the user has to be allowed; with none the table has to be there for others
 */
public record RequiredTable(
        String name,
        String engine,
        String partitionKey,
        String sortingKey,
        List<RequiredColumn> columns,
        boolean deduplicates,
        Set<Right> rights) {

    public RequiredTable {
        requireNonNull(name, "name");
        requireNonNull(engine, "engine");
        requireNonNull(partitionKey, "partitionKey");
        requireNonNull(sortingKey, "sortingKey");
        columns = List.copyOf(columns);
        rights = Set.copyOf(rights);
    }
}
