package io.recount.demo.clickhouse;

/** ClickHouse refused a statement, or could not be reached; the message says which and where. */
public final class QueryFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    QueryFailure(String message) {
        super(message);
    }

    QueryFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
