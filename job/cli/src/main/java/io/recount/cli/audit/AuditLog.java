package io.recount.cli.audit;

import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.pipeline.audit.Portion;
import io.recount.pipeline.schema.Schema;
import java.util.stream.Collectors;

/** The table {@code audits} on the first shard: a row for each run. */
public final class AuditLog {

    private AuditLog() {}

    /**
     * Writes a row.
     *
     * @param first what was found before anything was repaired
     * @param last what was found at the end; the same if nothing was repaired
     */
    public static void write(ClickHouseCluster cluster, AuditResult first, AuditResult last)
            throws ClickHouseFailure, InterruptedException {
        AuditScope scope = first.scope();
        String registers = scope.registers().stream().map(Schema::literal).collect(Collectors.joining(", ", "[", "]"));
        int repaired =
                Math.max(0, first.differences().size() - last.differences().size());
        try (ClickHouseClient client = new ClickHouseClient(cluster.first())) {
            client.execute(
                    "INSERT INTO audits (from_time, to_time, registers, sample, timeline, checkpoint, compared, differences, repaired)"
                            + " SELECT toDateTime(" + scope.fromSeconds() + ", 'UTC'), toDateTime("
                            + Math.min(scope.toSeconds(), Portion.END_SECONDS - 1) + ", 'UTC'), CAST(" + registers
                            + ", 'Array(String)'), " + scope.sample() + ", "
                            + last.cut().commit().timeline() + ", "
                            + last.cut().commit().checkpoint() + ", " + first.compared() + ", "
                            + first.differences().size() + ", " + repaired);
        }
    }
}
