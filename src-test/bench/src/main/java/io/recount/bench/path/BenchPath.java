package io.recount.bench.path;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The ways to take in the log that are compared. */
public enum BenchPath {
    /** Parses what the model names, and forgets it: the least that any reader must do. */
    LIMIT("limit"),
    /** The job, whose rows nobody takes. */
    RECOUNT("recount"),
    /** The job as it is submitted, into ClickHouse. */
    RECOUNT_WITH_SINKS("recountWithSinks"),
    /** What people write by hand: state is touched for every document. */
    NAIVE("naive"),
    /** Flink SQL with 20 aggregates. */
    FLINK_SQL_20("flinkSql20"),
    /** Flink SQL with 200 aggregates. */
    FLINK_SQL_200("flinkSql200");

    private final String shown;

    BenchPath(String shown) {
        this.shown = shown;
    }

    /** Its name in results and on the command line. */
    public String shown() {
        return shown;
    }

    /** The path of that name; an {@link IllegalArgumentException} lists the names there are. */
    public static BenchPath named(String name) {
        return Arrays.stream(values())
                .filter(path -> path.shown.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no path " + name + "; there are "
                        + Arrays.stream(values()).map(BenchPath::shown).collect(Collectors.joining(", "))));
    }

    /** Whether results are out only once a checkpoint has been committed, and not when it is complete. */
    boolean commits() {
        return this == RECOUNT_WITH_SINKS;
    }

    /** Whether it may be stopped before it has read all: it would take hours. */
    boolean isTimeBoxed() {
        return this == FLINK_SQL_20 || this == FLINK_SQL_200;
    }
}
