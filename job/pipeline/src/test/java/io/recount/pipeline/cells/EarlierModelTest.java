package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.ModelFingerprint;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.histories.HistorySource;
import io.recount.harness.histories.Trade;
import io.recount.pipeline.cells.HistoriesStage.Checkpoint;
import io.recount.pipeline.cells.HistoriesStage.Job;
import io.recount.pipeline.cells.HistoriesStage.Submission;
import io.recount.pipeline.types.Invalidation;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job goes on from state that another model has written. */
class EarlierModelTest {

    private static final long SEED = 22;
    private static final int MESSAGES = 240;
    private static final Model MODEL = HistoriesReceipts.MODEL;

    private final Model earlier;
    private final HistoriesTopic topic = new HistoriesTopic(MODEL);
    private final DeclaredModel declared = DeclaredModel.read(HistoriesReceipts.MODEL_FILE);
    private final Expectation expected = new Expectation(declared, List.of());
    private final PublishedTables tables = new PublishedTables(HistoriesPlay.popular(MODEL));
    private final HistoriesDocuments documents = new HistoriesDocuments(MODEL, tables);

    /** The earlier one lacks a measure, with the only use of a field, and has another one. */
    EarlierModelTest() throws IOException {
        String receipts = Files.readString(HistoriesReceipts.MODEL_FILE);
        String text = receipts.replaceAll("(?m)^  - \\{name: online_total.*\n", "")
                .replace("measures:\n", "measures:\n  - {name: bonus_total, id: 15, sum: bonus}\n");
        earlier = ModelFile.parse("receipts.yaml", text);
        SplittableRandom random = new SplittableRandom(SEED);
        System.out.println("EarlierModelTest: seed " + SEED);
        HistorySource source = new HistorySource(Trade.RECEIPTS, random);
        for (String register : List.of("R", "S", "T")) {
            source.next(register).stream().limit(MESSAGES / 3).forEach(topic::append);
        }
        for (int at = 0; at < topic.size(); at++) {
            expected.add(topic.message(at));
        }
    }

    private static StateBackend backend(String name) {
        return name.equals("heap") ? new HashMapStateBackend() : new EmbeddedRocksDBStateBackend();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "RocksDB"})
    void documentsAreReadBackAndNothingOfTheOtherIsLeft(String backend) throws Exception {
        Submission first = new Submission(HistoriesStage.FIRST_TIMELINE, documents, Lineage.NONE);
        Submission second = new Submission(first.timeline() + 1, documents, Lineage.NONE);
        Job job = new Job(MODEL, Job.KEEP_ALL, backend(backend), Set.of(ModelFingerprint.of(earlier)));
        Checkpoint left;
        try (HistoriesStage stage =
                new HistoriesStage(new Job(earlier, Job.KEEP_ALL, backend(backend)), first, 2, null)) {
            process(stage, 0, topic.size() / 2);
            left = stage.checkpoint(1);
            publish(stage.drain());
        }
        tables.repeatAll();
        try (HistoriesStage crashing = new HistoriesStage(job, second, 3, left)) {
            process(crashing, topic.size() / 2, topic.size() * 2 / 3);
        }
        Checkpoint taken;
        try (HistoriesStage stage = new HistoriesStage(job, second, 3, left)) {
            process(stage, topic.size() / 2, topic.size() * 3 / 4);
            taken = stage.checkpoint(2);
            publish(stage.drain());
        }
        try (HistoriesStage stage =
                new HistoriesStage(new Job(MODEL, Job.KEEP_ALL, backend(backend)), second, 1, taken)) {
            for (Invalidation page : pages()) {
                stage.invalidate(page);
            }
            process(stage, topic.size() * 3 / 4, topic.size());
            stage.checkpoint(3);
            publish(stage.drain());
        }
        ComparedTables.of(declared, expected, tables).assertExact();
    }

    @Test
    void ofAModelThatNobodyHasComparedItIsRefused() throws Exception {
        StateBackend backend = new HashMapStateBackend();
        Submission submission = new Submission(HistoriesStage.FIRST_TIMELINE, documents, Lineage.NONE);
        Checkpoint left;
        try (HistoriesStage stage = new HistoriesStage(new Job(earlier, Job.KEEP_ALL, backend), submission, 1, null)) {
            left = stage.checkpoint(1);
        }
        assertThatThrownBy(() -> new HistoriesStage(new Job(MODEL, Job.KEEP_ALL, backend), submission, 1, left))
                .hasRootCauseMessage("The state was written under a model that what is published does not descend from:"
                        + " format 3 " + ModelFingerprint.of(earlier) + ", not 3 " + ModelFingerprint.of(MODEL)
                        + ". Next: start with the model file that wrote it; or compute all again from what Kafka holds,"
                        + " without state and with --forget");
    }

    private void process(HistoriesStage stage, int from, int to) throws Exception {
        for (int at = from; at < to; at++) {
            var delivery = topic.delivery(at);
            if (delivery != null) {
                stage.process(delivery);
            }
        }
    }

    private void publish(List<SinkElement> emitted) {
        emitted.forEach(element -> {
            if (element instanceof TableRow row) {
                tables.add(row);
            }
        });
    }

    /** What a request for everything is about. */
    private Set<Invalidation> pages() {
        Paging paging = Paging.of(MODEL);
        Set<Invalidation> pages = tables.newest().stream()
                .map(row ->
                        new Invalidation(row.register(), new Invalidation.Page("fill", paging.pageOf(row.target()))))
                .collect(Collectors.toSet());
        assertThat(pages).hasSizeGreaterThan(5);
        return pages;
    }
}
