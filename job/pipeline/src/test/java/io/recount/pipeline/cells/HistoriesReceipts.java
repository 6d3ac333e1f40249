package io.recount.pipeline.cells;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.runtime.state.StateBackend;

/** One subtask of the stage, and receipts of the shipped model sent to it one by one. */
final class HistoriesReceipts implements AutoCloseable {

    static final Path MODEL_FILE = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");
    static final Model MODEL = ModelFile.read(MODEL_FILE);

    private final HistoriesTopic topic = new HistoriesTopic(MODEL);
    private final HistoriesStage.Job job;
    private final HistoriesStage.Submission submission;
    private final Set<String> registers = new HashSet<>();
    private HistoriesStage stage;
    private long checkpointId;

    HistoriesReceipts(StateBackend backend) throws Exception {
        this(backend, HistoriesStage.Job.KEEP_ALL);
    }

    HistoriesReceipts(StateBackend backend, StateSettings state) throws Exception {
        job = new HistoriesStage.Job(MODEL, state, backend);
        submission = HistoriesStage.Submission.first(MODEL);
        stage = new HistoriesStage(job, submission, 1, null);
    }

    /** Requests to the documents that were written. */
    long queries() {
        return submission.documents().queries();
    }

    /** A barrier, and everybody is told that its checkpoint is complete. */
    Emitted completed() throws Exception {
        stage.complete(stage.checkpoint(++checkpointId));
        return emitted();
    }

    /** A sale, written {@code version} seconds after it was printed; {@code printedAt} as in {@code 12T09:41}. */
    static String sale(String register, long number, String printedAt, int version, String total) {
        return place(register, number, printedAt, version) + ",\"type\":\"SALE\",\"total\":\"" + total + "\"}";
    }

    static String deleted(String register, long number, String printedAt, int version) {
        return place(register, number, printedAt, version) + ",\"deleted\":true}";
    }

    private static String place(String register, long number, String printedAt, int version) {
        return "{\"register\":\"%s\",\"drive\":\"D\",\"number\":%d,\"shift\":1,\"printedAt\":\"2026-10-%s:00Z\",\"writtenAt\":\"2026-10-31T00:00:%02dZ\""
                .formatted(register, number, printedAt, version);
    }

    void send(String... messages) throws Exception {
        sendTo(0, messages);
    }

    void sendTo(int partition, String... messages) throws Exception {
        for (String message : messages) {
            topic.append(message.getBytes(UTF_8), partition);
            registers.add(Objects.requireNonNull(topic.delivery(topic.size() - 1), message)
                    .document()
                    .key());
            stage.process(Objects.requireNonNull(topic.delivery(topic.size() - 1), message));
        }
    }

    /** The watermark at {@code 12T09:41}. */
    void watermark(String time) throws Exception {
        stage.watermark(Instant.parse("2026-10-" + time + ":00Z").toEpochMilli());
    }

    /** What was emitted since the last call, after a barrier. */
    Emitted barrier() throws Exception {
        stage.checkpoint(++checkpointId);
        return emitted();
    }

    /** A barrier, a stop, and a start from its checkpoint. */
    Emitted restart() throws Exception {
        HistoriesStage.Checkpoint checkpoint = stage.checkpoint(++checkpointId);
        Emitted emitted = emitted();
        stage.close();
        stage = new HistoriesStage(job, submission, 1, checkpoint);
        return emitted;
    }

    long stateSizeBytes() throws Exception {
        return stage.checkpoint(++checkpointId).states().stream()
                .mapToLong(state -> state.getStateSize())
                .sum();
    }

    Emitted emitted() {
        return Emitted.of(stage.drain());
    }

    /** Timers beside the one that each register has as long as something of it is in state. */
    int timers() {
        return stage.timers() - registers.size();
    }

    @Override
    public void close() throws Exception {
        stage.close();
    }

    /** What the stage emitted. */
    record Emitted(List<TableRow> rows, Map<String, Long> counters) {

        static Emitted of(List<SinkElement> elements) {
            List<TableRow> rows = new ArrayList<>();
            Map<String, Long> counters = new HashMap<>();
            for (SinkElement element : elements) {
                if (element instanceof TableRow row) {
                    rows.add(row);
                } else if (element instanceof Progress progress) {
                    progress.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
                }
            }
            return new Emitted(rows, counters);
        }

        PublishedTables tables() {
            PublishedTables tables = PublishedTables.excerpt(HistoriesPlay.popular(MODEL));
            rows.forEach(tables::add);
            return tables;
        }

        /** Rows of cells, shifts and field cells. */
        long published() {
            return rows.stream()
                    .filter(row -> row.table() >= 1 && row.table() <= 3)
                    .count();
        }
    }
}
