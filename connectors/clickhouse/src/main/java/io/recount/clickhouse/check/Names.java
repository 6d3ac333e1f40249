package io.recount.clickhouse.check;

/** Names and texts as statements have them. */
final class Names {

    private Names() {}

    static String quoted(String name) {
        return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
    }

    static String table(String database, String table) {
        return quoted(database) + "." + quoted(table);
    }

    static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
