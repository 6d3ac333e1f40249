package io.recount.clickhouse.check;

import static java.util.Objects.requireNonNull;

/**
 * A view that readers rely on.
 *
 * @param name its name inside the database
 * @param definition the statement that creates it, CREATE OR REPLACE VIEW
 */
public record RequiredView(String name, String definition) {

    public RequiredView {
        requireNonNull(name, "name");
        requireNonNull(definition, "definition");
    }
}
