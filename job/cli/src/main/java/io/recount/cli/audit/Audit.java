package io.recount.cli.audit;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Pause;
import io.recount.pipeline.audit.AuditCut;
import io.recount.pipeline.audit.AuditExtent;
import io.recount.pipeline.audit.AuditSql;
import io.recount.pipeline.audit.Portion;
import io.recount.pipeline.tables.ShardKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Compares what is published on all shards with the fold of the documents that the newest commit covers, portion by
 * portion. Not safe for several threads.
 */
public final class Audit implements AutoCloseable {

    private final ClickHouseCluster cluster;
    private final List<ClickHouseClient> shards;
    private final Ledger ledger;
    private final AuditSql sql;
    private final AuditExtent extent;
    private final MeasureNames names;
    private final Pause pause;

    /** Nothing is asked yet; cells before {@code frozen} will not be. */
    public Audit(ClickHouseCluster cluster, Model model, FrozenLine frozen, Pause pause) {
        this.cluster = cluster;
        this.shards = cluster.shards().stream()
                .map(shard -> new ClickHouseClient(shard.access()))
                .toList();
        this.ledger = new Ledger(shards.get(0));
        this.sql = new AuditSql(model, frozen);
        this.extent = new AuditExtent(model);
        this.names = new MeasureNames(model);
        this.pause = pause;
    }

    /** Audits; empty if no job has ever committed anything. */
    public Optional<AuditResult> run(AuditScope scope, AuditView view) throws ClickHouseFailure, InterruptedException {
        if (AuditCut.newest(ledger).isEmpty()) {
            return Optional.empty();
        }
        AuditScope drawn = scope.sample() == 0 ? scope : scope.of(draw(scope));
        List<Integer> involved = new ArrayList<>();
        long all = 0;
        for (int shard = 0; shard < shards.size(); shard++) {
            boolean isAll = drawn.registers().isEmpty() && !drawn.isEmpty();
            if (isAll || !ofShard(drawn, shard).registers().isEmpty()) {
                involved.add(shard);
                all += documents(ofShard(drawn, shard), shard);
            }
        }
        Run run = new Run(view, all);
        for (int shard : involved) {
            ClickHouseClient client = shards.get(shard);
            new Portions(
                            client,
                            extent,
                            ofShard(drawn, shard),
                            (portion, documents) -> run.audit(client, portion, documents))
                    .forEach();
        }
        return Optional.of(run.result(drawn));
    }

    private List<String> draw(AuditScope scope) throws ClickHouseFailure, InterruptedException {
        record Lot(String register, long drawn) {}
        List<Lot> lots = new ArrayList<>();
        for (ClickHouseClient shard : shards) {
            for (GenericRecord row : shard.rows(extent.drawn(scope.sample(), scope.seed()))) {
                lots.add(new Lot(row.getString("register_key"), Long.parseUnsignedLong(row.getString("drawn"))));
            }
        }
        return lots.stream()
                .sorted(Comparator.comparing(Lot::drawn, Long::compareUnsigned).thenComparing(Lot::register))
                .limit(scope.sample())
                .map(Lot::register)
                .sorted()
                .toList();
    }

    private AuditScope ofShard(AuditScope scope, int shard) {
        return scope.of(scope.registers().stream()
                .filter(register -> cluster.shardOf(ShardKey.hash(register)) == shard)
                .toList());
    }

    private long documents(AuditScope scope, int shard) throws ClickHouseFailure, InterruptedException {
        return Long.parseLong(shards.get(shard)
                .text(extent.documents(scope.registers(), scope.fromSeconds(), scope.toSeconds()))
                .strip());
    }

    @Override
    public void close() {
        shards.forEach(ClickHouseClient::close);
    }

    /** One audit under way. */
    private final class Run {

        private final AuditView view;
        private final long allDocuments;
        private final List<Difference> differences = new ArrayList<>();
        private long compared;
        private long documents;

        Run(AuditView view, long allDocuments) {
            this.view = view;
            this.allDocuments = allDocuments;
        }

        void audit(ClickHouseClient shard, Portion portion, long documentsOfIt)
                throws ClickHouseFailure, InterruptedException {
            PortionAudit audit = new PortionAudit(shard, ledger, sql, names, pause, portion);
            List<Difference> found = audit.differences();
            differences.addAll(found);
            compared += audit.published()
                    + found.stream()
                            .filter(each -> each.kind() == Difference.Kind.MISSING_ROW)
                            .count();
            documents += documentsOfIt;
            view.at(documents, allDocuments, differences.size());
        }

        AuditResult result(AuditScope scope) throws ClickHouseFailure, InterruptedException {
            List<Difference> plain = differences.stream()
                    .filter(each -> each.kind() != Difference.Kind.NOT_THE_SUM)
                    .toList();
            List<Difference> unexplained = differences.stream()
                    .filter(each -> each.kind() == Difference.Kind.NOT_THE_SUM)
                    .filter(sum -> plain.stream().noneMatch(each -> each.key().isOfTheShiftOf(sum.key())))
                    .toList();
            List<Difference> all = new ArrayList<>(plain);
            all.addAll(unexplained);
            return new AuditResult(scope, AuditCut.newest(ledger).orElseThrow(), compared, all);
        }
    }
}
