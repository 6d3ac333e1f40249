package io.recount.clickhouse.check;

/** What a user may do with a table. Named as in GRANT. */
public enum Right {
    SELECT,
    INSERT
}
