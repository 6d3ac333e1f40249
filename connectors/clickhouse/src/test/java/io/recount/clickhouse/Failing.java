package io.recount.clickhouse;

/** Failures as the server would give them, for tests outside this package. */
public final class Failing {

    private Failing() {}

    public static ClickHouseFailure answered(ServerError error) {
        return ClickHouseFailure.answered(
                error.code(),
                error == ServerError.TOO_MANY_PARTITIONS
                        ? "Too many partitions for single INSERT block"
                        : "words of the server");
    }
}
