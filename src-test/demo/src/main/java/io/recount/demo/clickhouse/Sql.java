package io.recount.demo.clickhouse;

/** Names and texts inside statements. */
public final class Sql {

    private Sql() {}

    public static String name(String identifier) {
        return "`" + identifier.replace("\\", "\\\\").replace("`", "\\`") + "`";
    }

    public static String text(String value) {
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
