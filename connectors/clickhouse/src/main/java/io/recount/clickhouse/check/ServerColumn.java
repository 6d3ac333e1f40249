package io.recount.clickhouse.check;

/**
 * A column as the server describes it.
 *
 * @param defaultKind empty, DEFAULT, MATERIALIZED, ALIAS or EPHEMERAL
 */
record ServerColumn(String name, String type, String defaultKind) {

    /** Whether what is inserted into it is what is read from it. */
    boolean isStored() {
        return defaultKind.isEmpty() || defaultKind.equals("DEFAULT");
    }
}
