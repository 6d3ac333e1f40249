package io.recount.clickhouse.check;

import static java.util.Objects.requireNonNull;

/**
 * A column that rows are written with.
 *
 * @param name its name
 * @param type the type that values are written as
 * @param definition type and all that follows it in CREATE TABLE
 */
public record RequiredColumn(String name, String type, String definition) {

    public RequiredColumn {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(definition, "definition");
    }
}
