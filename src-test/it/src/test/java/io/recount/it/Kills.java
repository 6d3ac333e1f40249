package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.LedgerRow;
import io.recount.local.Await;
import io.recount.local.StandaloneFlink;
import io.recount.local.TaskManager;
import java.time.Duration;

/** Task managers are killed, each when documents are stored that no commit covers, and started again. */
record Kills(DemoRun run, StandaloneFlink flink) {

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /** Returns once something has been committed after it. */
    void underLoad(TaskManager taskManager) {
        long stored = documents();
        Await.until(() -> documents() > stored, DEADLINE, () -> "Nothing more was stored");
        taskManager.kill();
        LedgerRow ledger = newest();
        assertThat(ledger.reaches(run.topic().endOffsets())).isFalse();
        System.out.println("Killed " + taskManager.id() + " at checkpoint " + ledger.checkpoint());
        taskManager.start();
        Await.until(
                () -> {
                    flink.reviveTaskManagers();
                    return newest().checkpoint() > ledger.checkpoint();
                },
                DEADLINE,
                () -> "Nothing was committed after checkpoint " + ledger.checkpoint());
    }

    /** The same with one that has subtasks. */
    void ofOneAtWorkUnderLoad() {
        underLoad(flink.taskManagers().stream()
                .filter(this::hasWork)
                .findFirst()
                .orElseThrow(() -> new AssertionError("No task manager has a subtask")));
    }

    private boolean hasWork(TaskManager taskManager) {
        for (JsonNode registered : flink.rest().get("/taskmanagers").path("taskmanagers")) {
            if (registered.path("id").asText().equals(taskManager.id())) {
                return registered.path("freeSlots").asInt()
                        < registered.path("slotsNumber").asInt();
            }
        }
        return false;
    }

    private LedgerRow newest() {
        return LedgerRow.newest(run.clickHouse()).orElseThrow();
    }

    private long documents() {
        return run.clickHouse().number("SELECT count() FROM documents");
    }
}
