package io.recount.pipeline.models;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.cells.Layout;
import io.recount.cells.ModelFingerprint;
import io.recount.cells.model.Meaning;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelChange;
import io.recount.cells.yaml.FileProblem;
import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Seal;
import io.recount.pipeline.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The models that what is published was made by, as the table {@code models} knows them of the submissions that the newest
 * commit descends from.
 *
 * @param meanings of all of them, in the order in which they came into use, each once, by the first submission under it
 * @param newest of the last submission; empty if there is none
 * @param fingerprints what states call them
 */
public record ModelHistory(Map<Long, Meaning> meanings, Optional<ModelRow> newest, Set<String> fingerprints) {

    /** Nothing is published, or by a release that did not write down its model. */
    public static final ModelHistory NONE = new ModelHistory(Map.of(), Optional.empty(), Set.of());

    /** No alias is the name of a column: WHERE and ORDER BY would take the alias. */
    private static final String USED = """
            SELECT toInt64(min(timeline)) AS first_timeline, fingerprint, meaning FROM %s
            WHERE timeline IN (%s) GROUP BY fingerprint, meaning ORDER BY first_timeline""";

    private static final String NEWEST = """
            SELECT toInt64(timeline) AS its_timeline, fingerprint, meaning, CAST(changes, 'Array(Int64)') AS its_changes,
              CAST(`measures.id`, 'Array(Int64)') AS ids, `measures.name` AS names, `measures.label` AS labels,
              `measures.kind` AS kinds, `measures.unit` AS units, CAST(`measures.added`, 'Array(Int64)') AS added,
              CAST(`measures.documents_from`, 'Array(Int64)') AS documents_from,
              CAST(`measures.removed`, 'Array(Int64)') AS removed
            FROM %s WHERE timeline IN (%s) ORDER BY timeline DESC LIMIT 1""";

    public ModelHistory {
        meanings = new LinkedHashMap<>(meanings);
        fingerprints = Set.copyOf(fingerprints);
    }

    /** Of a commit. */
    public static ModelHistory of(Seal commit, ClickHouseClient client) throws ClickHouseFailure, InterruptedException {
        String timelines = Stream.concat(
                        commit.lineage().ancestors().stream().map(Ancestor::timeline), Stream.of(commit.timeline()))
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        Map<Long, Meaning> meanings = new LinkedHashMap<>();
        Set<String> fingerprints = new LinkedHashSet<>();
        for (GenericRecord row : client.rows(USED.formatted(ModelRow.TABLE, timelines))) {
            meanings.put(row.getLong("first_timeline"), Meaning.parse(row.getString("meaning")));
            fingerprints.add(row.getString("fingerprint"));
        }
        Optional<ModelRow> newest = client.rows(NEWEST.formatted(ModelRow.TABLE, timelines)).stream()
                .findFirst()
                .map(ModelHistory::row);
        return new ModelHistory(meanings, newest, fingerprints);
    }

    private static ModelRow row(GenericRecord row) {
        long[] ids = row.getLongArray("ids");
        String[] names = row.getStringArray("names");
        String[] labels = row.getStringArray("labels");
        String[] kinds = row.getStringArray("kinds");
        String[] units = row.getStringArray("units");
        long[] added = row.getLongArray("added");
        long[] documentsFrom = row.getLongArray("documents_from");
        long[] removed = row.getLongArray("removed");
        List<KeptMeasure> measures = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            measures.add(new KeptMeasure(
                    (int) ids[i], names[i], labels[i], kinds[i], units[i], added[i], documentsFrom[i], removed[i]));
        }
        return new ModelRow(
                row.getLong("its_timeline"),
                row.getString("fingerprint"),
                row.getString("meaning"),
                Arrays.stream(row.getLongArray("its_changes")).boxed().toList(),
                measures);
    }

    /** What forbids a model to follow them; nothing if it may. */
    public List<FileProblem> refusals(Model model) {
        return change(model).map(ModelChange::refusals).orElse(List.of());
    }

    private Optional<ModelChange> change(Model model) {
        return newest.map(row -> ModelChange.between(
                Stream.concat(meanings.values().stream(), Stream.of(Meaning.parse(row.meaning())))
                        .toList(),
                model));
    }

    /** The row of a submission whose model may follow them. */
    public ModelRow next(Model model, long timeline) {
        Optional<ModelChange> change = change(model);
        List<Long> changes = new ArrayList<>(newest.map(ModelRow::changes).orElse(List.of()));
        if (change.filter(it -> !it.isNone()).isPresent()) {
            changes.add(timeline);
        }
        Map<Integer, KeptMeasure> measures = new TreeMap<>();
        newest.ifPresent(row -> row.measures().forEach(measure -> measures.put(measure.id(), measure)));
        change.ifPresent(it ->
                it.lost().forEach(id -> measures.computeIfPresent(id, (key, measure) -> measure.removedBy(timeline))));
        Layout layout = new Layout(model);
        for (Measure measure : model.measures()) {
            KeptMeasure before = measures.get(measure.id());
            boolean isNew = change.isPresent() && change.get().gained().contains(measure.id());
            measures.put(
                    measure.id(),
                    new KeptMeasure(
                            measure.id(),
                            measure.name(),
                            measure.label(),
                            measure.kind().name().toLowerCase(Locale.ROOT),
                            Schema.unitOf(measure, layout),
                            isNew || before == null ? (isNew ? timeline : 0) : before.added(),
                            isNew
                                    ? documentsFrom(measure, model, timeline)
                                    : before == null ? 0 : before.documentsFrom(),
                            0));
        }
        return new ModelRow(
                timeline,
                ModelFingerprint.of(model),
                Meaning.of(model).text(),
                changes,
                List.copyOf(measures.values()));
    }

    /** Documents that were decoded before have no values of what the model did not name. */
    private long documentsFrom(Measure measure, Model model, long timeline) {
        int without = ModelChange.withoutNeedsOf(measure, model, List.copyOf(meanings.values()));
        List<Long> first = List.copyOf(meanings.keySet());
        return without == 0 ? 0 : without < first.size() ? first.get(without) : timeline;
    }
}
