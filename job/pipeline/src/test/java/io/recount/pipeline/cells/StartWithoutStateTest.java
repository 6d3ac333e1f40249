package io.recount.pipeline.cells;

import static io.recount.pipeline.cells.HistoriesReceipts.MODEL;
import static io.recount.pipeline.cells.HistoriesReceipts.sale;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.pipeline.cells.HistoriesStage.Checkpoint;
import io.recount.pipeline.cells.HistoriesStage.Job;
import io.recount.pipeline.cells.HistoriesStage.Submission;
import java.util.List;
import java.util.Objects;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;

/** What a job that begins from the ledger tells of itself, two subtasks together. */
class StartWithoutStateTest {

    private static final int REGISTERS = 40;

    private final Job job = new Job(MODEL, Job.KEEP_ALL, new HashMapStateBackend());
    private final HistoriesTopic topic = new HistoriesTopic(MODEL);
    private final HistoriesDocuments documents = new HistoriesDocuments(MODEL);
    private long checkpoint;

    private void send(HistoriesStage stage, String message) throws Exception {
        topic.append(message.getBytes(UTF_8), 0);
        stage.process(Objects.requireNonNull(topic.delivery(topic.size() - 1)));
    }

    private Checkpoint complete(HistoriesStage stage) throws Exception {
        Checkpoint taken = stage.checkpoint(++checkpoint);
        stage.complete(taken);
        return taken;
    }

    /** A submission that wrote three receipts of each register, and was left. */
    private Submission successor() throws Exception {
        Submission first = new Submission(HistoriesStage.FIRST_TIMELINE, documents, Lineage.NONE);
        try (HistoriesStage stage = new HistoriesStage(job, first, 2, null)) {
            for (int i = 0; i < 3 * REGISTERS; i++) {
                send(stage, sale("R" + i % REGISTERS, i, "12T09:30", 1, "1.00"));
            }
            complete(stage);
            assertThat(stage.metric("startingWithoutState"))
                    .as("of the first job of all")
                    .isZero();
        }
        Ancestor left = new Ancestor(first.timeline(), checkpoint, List.of(new Position("receipts", 0, topic.size())));
        return new Submission(first.timeline() + 1, documents, new Lineage(List.of(left)));
    }

    @Test
    void registersAreKnownAsTheyAreMet() throws Exception {
        try (HistoriesStage stage = new HistoriesStage(job, successor(), 2, null)) {
            assertThat(stage.metric("startingWithoutState"))
                    .as("before anything is met")
                    .isZero();
            for (int i = 0; i < 25; i++) {
                send(stage, sale("R" + i, 1_000, "12T09:40", 1, "2.00"));
            }
            send(stage, sale("new", 1_000, "12T09:40", 1, "2.00"));
            complete(stage);

            assertThat(stage.metric("registersToKnow")).isEqualTo(REGISTERS);
            assertThat(stage.metric("registersKnown")).isEqualTo(25);
            assertThat(stage.metric("startingWithoutState")).isEqualTo(2);
        }
    }

    @Test
    void anIntervalInWhichNothingCameIsTheEnd() throws Exception {
        Submission successor = successor();
        Checkpoint taken;
        try (HistoriesStage stage = new HistoriesStage(job, successor, 2, null)) {
            for (int i = 0; i < 25; i++) {
                send(stage, sale("R" + i, 1_000, "12T09:40", 1, "2.00"));
            }
            complete(stage);
            complete(stage);
            complete(stage);
            assertThat(stage.metric("startingWithoutState")).isZero();
            taken = complete(stage);
        }
        try (HistoriesStage stage = new HistoriesStage(job, successor, 2, taken)) {
            assertThat(stage.metric("startingWithoutState")).as("with state").isZero();
        }
    }
}
