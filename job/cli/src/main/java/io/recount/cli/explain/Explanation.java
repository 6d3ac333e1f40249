package io.recount.cli.explain;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.cli.audit.MeasureNames;
import io.recount.cli.output.Sheet;
import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Seal;
import io.recount.pipeline.audit.AuditCut;
import io.recount.pipeline.audit.ExplainSql;
import io.recount.pipeline.tables.ShardKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The story of one cell.
 *
 * @param documents every version of each document that was ever in it
 * @param published rows that are left of what was published of it, or kept in a history, newest first
 * @param isCut there are more documents than are told of
 * @param newest the commit up to which it is told
 */
public record Explanation(Sheet documents, Sheet published, boolean isCut, Seal newest) {

    private static final int MOST_ROWS = 10_000;

    /**
     * Reads it.
     *
     * @return empty if no job has ever committed anything
     */
    public static Optional<Explanation> of(
            ExplainSql.Place place, Optional<Measure> measure, Model model, ClickHouseCluster cluster)
            throws ClickHouseFailure, InterruptedException {
        ExplainSql sql = new ExplainSql(model);
        try (ClickHouseClient first = new ClickHouseClient(cluster.first());
                ClickHouseClient shard =
                        new ClickHouseClient(cluster.shard(cluster.shardOf(ShardKey.hash(place.register()))))) {
            Optional<AuditCut> cut = AuditCut.newest(new Ledger(first));
            if (cut.isEmpty()) {
                return Optional.empty();
            }
            List<GenericRecord> rows = shard.rows(sql.documents(place, measure, cut.get(), MOST_ROWS));
            Version.Placed cell = new Version.Placed(place.shift(), place.bucketSeconds());
            Seal newest = cut.get().commit();
            Reading reading =
                    new Reading(stories(rows, cell, newest.timeline()), measure, new MeasureNames(model), newest);
            boolean hasHistory = !shard.text(ExplainSql.hasHistory()).strip().equals("0");
            List<GenericRecord> published = shard.rows(sql.published(place, measure, hasHistory));
            return Optional.of(new Explanation(
                    reading.documents(), reading.published(published, first, sql), rows.size() == MOST_ROWS, newest));
        }
    }

    /** Whether nothing is known of the cell. */
    public boolean isEmpty() {
        return documents.rows().isEmpty() && published.rows().isEmpty();
    }

    private static List<Story> stories(List<GenericRecord> rows, Version.Placed cell, long timeline) {
        Map<String, List<Version>> byDocument = new LinkedHashMap<>();
        for (GenericRecord row : rows) {
            Version version = Version.of(row, 0);
            List<Version> its = byDocument.computeIfAbsent(version.document(), id -> new ArrayList<>());
            Version last = its.isEmpty() ? null : its.get(its.size() - 1);
            boolean isAgain = last != null
                    && last.version().equals(version.version())
                    && last.hash().equals(version.hash());
            Version ranked = Version.of(row, last == null ? 0 : isAgain ? last.rank() : last.rank() + 1);
            // Equal rows are one that no merge has joined yet.
            if (!ranked.equals(last)) {
                its.add(ranked);
            }
        }
        return byDocument.values().stream()
                .map(its -> new Story(cell, its, timeline))
                .toList();
    }

    /** Rows and what they tell. */
    private record Reading(List<Story> stories, Optional<Measure> measure, MeasureNames names, Seal newest) {

        Sheet documents() {
            List<List<String>> rows = new ArrayList<>();
            for (Story story : stories) {
                for (Version version : story.versions()) {
                    List<String> row = new ArrayList<>(
                            List.of(version.document(), version.version(), story.state(version), story.cause(version)));
                    measure.ifPresent(its -> row.add(
                            story.isCounted(version) && version.takesPart()
                                    ? names.shown(its.id(), version.contribution())
                                    : ""));
                    row.addAll(List.of(
                            version.topic(),
                            Long.toString(version.partition()),
                            Long.toString(version.offset()),
                            version.appendedAt().toString(),
                            Long.toString(version.timeline())));
                    rows.add(row);
                }
            }
            return Sheet.ofTexts(
                    columns(
                            List.of("document", "version", "state", "cause"),
                            List.of("topic", "partition", "offset", "appended", "timeline")),
                    rows);
        }

        private List<String> columns(List<String> before, List<String> behind) {
            List<String> columns = new ArrayList<>(before);
            measure.ifPresent(its -> columns.add(its.name()));
            columns.addAll(behind);
            return columns;
        }

        Sheet published(List<GenericRecord> published, ClickHouseClient ledger, ExplainSql sql)
                throws ClickHouseFailure, InterruptedException {
            List<List<String>> rows = new ArrayList<>();
            for (GenericRecord row : published) {
                long before = row.getLong("checkpoint_before");
                Optional<Commit> commit = before < 0
                        ? Optional.empty()
                        : Commit.of(ledger.rows(sql.commit(row.getLong("timeline"), before)));
                List<String> shown = new ArrayList<>(List.of(
                        row.getString("version_text"),
                        Long.toString(row.getLong("timeline")),
                        Long.toString(row.getLong("wave")),
                        before < 0 ? "" : Long.toString(before),
                        commit.map(its -> Long.toString(its.checkpoint())).orElse(""),
                        commit.map(its -> its.committedAt().toString()).orElse(""),
                        Long.toString(row.getLong("documents_there")),
                        Long.toString(row.getLong("errors_there")),
                        Long.toString(row.getLong("late_there"))));
                measure.ifPresent(its -> shown.add(
                        row.getLong("has_value") != 0 ? names.shown(its.id(), row.getLong("value_there")) : ""));
                shown.add(abandoned(row.getLong("timeline"), before)
                        .or(() -> commit.map(this::cause))
                        .orElse(before < 0 ? "first rows of an attempt" : "not committed"));
                rows.add(shown);
            }
            return Sheet.ofTexts(
                    columns(
                            List.of(
                                    "version",
                                    "timeline",
                                    "wave",
                                    "epoch",
                                    "checkpoint",
                                    "committed",
                                    "documents",
                                    "errors",
                                    "late"),
                            List.of("cause")),
                    rows);
        }

        /** Why a row is none of the job's, if it is not: it went back to before that, whether the row was committed or not. */
        private Optional<String> abandoned(long timeline, long checkpointBefore) {
            if (timeline >= newest.timeline()) {
                return Optional.empty();
            }
            Optional<Ancestor> ancestor = newest.lineage().ancestors().stream()
                    .filter(each -> each.timeline() == timeline)
                    .findFirst();
            return ancestor.isEmpty()
                    ? Optional.of("abandoned, does not count: the job does not go on from timeline " + timeline)
                    : ancestor.filter(each -> checkpointBefore >= each.checkpoint())
                            .map(each -> "abandoned, does not count: the job went back to checkpoint "
                                    + each.checkpoint() + " of timeline " + timeline);
        }

        /** What was read for a commit. */
        private String cause(Commit commit) {
            String read = stories.stream()
                    .flatMap(story -> story.versions().stream()
                            .filter(version -> version.isCovered() && commit.brought(version))
                            .map(version -> story.cause(version) + ": " + version.document()))
                    .collect(Collectors.joining("; "));
            return read.isEmpty() ? "nothing new was read: computed again, by a request or a search" : read;
        }
    }

    /** A commit, and what it covers beyond the one before. */
    private record Commit(
            long checkpoint, Instant committedAt, Map<String, Long> positions, Map<String, Long> positionsBefore) {

        static Optional<Commit> of(List<GenericRecord> rows) {
            if (rows.isEmpty() || rows.get(0).getLong("is_its") == 0) {
                return Optional.empty();
            }
            GenericRecord its = rows.get(0);
            return Optional.of(new Commit(
                    its.getLong("checkpoint_number"),
                    Instant.ofEpochMilli(its.getLong("committed_millis")),
                    positions(its),
                    rows.size() > 1 ? positions(rows.get(1)) : Map.of()));
        }

        private static Map<String, Long> positions(GenericRecord row) {
            String[] topics = row.getStringArray("topics");
            long[] partitions = row.getLongArray("parts");
            long[] offsets = row.getLongArray("offsets");
            Map<String, Long> positions = new LinkedHashMap<>();
            for (int i = 0; i < topics.length; i++) {
                positions.put(topics[i] + "/" + partitions[i], offsets[i]);
            }
            return positions;
        }

        boolean brought(Version version) {
            String partition = version.topic() + "/" + version.partition();
            return version.offset() < positions.getOrDefault(partition, 0L)
                    && version.offset() >= positionsBefore.getOrDefault(partition, 0L);
        }
    }
}
