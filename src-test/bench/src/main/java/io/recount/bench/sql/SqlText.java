package io.recount.bench.sql;

/** Quotes for statements. */
final class SqlText {

    private SqlText() {}

    /** As a name. */
    static String name(String text) {
        return "`" + text.replace("`", "``") + "`";
    }

    /** As a value. */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
