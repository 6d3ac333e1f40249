package io.recount.pipeline;

import io.recount.clickhouse.check.Difference;
import java.util.List;
import java.util.stream.Collectors;

/** The tables, rights or settings of ClickHouse are not what the job needs. The message has all differences, one a line. */
public final class SchemaDifferencesException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SchemaDifferencesException(List<Difference> differences) {
        super(differences.stream().map(Difference::toString).collect(Collectors.joining("\n")));
    }
}
