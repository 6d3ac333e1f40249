package io.recount.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.Test;

final class RetriesTest {

    private static final Duration BUDGET = Duration.ofMinutes(1);

    private final TestTime time = new TestTime();
    private final SimpleCounter counter = new SimpleCounter();
    private final Retries retries =
            new Retries(BUDGET, time, time::pause, new SplittableRandom(1), RetryCounts.sum(counter));

    @Test
    void itTriesUntilItSucceedsWaitingLongerEachTime() throws Exception {
        Deque<ClickHouseFailure> failures = new ArrayDeque<>();
        for (int i = 0; i < 10; i++) {
            failures.add(Failing.answered(ServerError.MEMORY_LIMIT_EXCEEDED));
        }
        String result = retries.begin().call("Writing", () -> {
            if (!failures.isEmpty()) {
                throw failures.remove();
            }
            return "done";
        });
        assertThat(result).isEqualTo("done");
        assertThat(counter.getCount()).isEqualTo(10);
        List<Duration> pauses = time.pauses();
        assertThat(pauses.get(0)).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
        assertThat(pauses.get(3)).isBetween(Duration.ofMillis(400), Duration.ofMillis(800));
        assertThat(pauses.get(9)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
    }

    @Test
    void whatCannotSucceedFailsAtOnce() {
        assertThatThrownBy(() -> retries.begin().run("Writing block 3 of table cells", () -> {
                    throw Failing.answered(ServerError.UNKNOWN_TABLE);
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Writing block 3 of table cells failed")
                .hasMessageContaining("60 UNKNOWN_TABLE")
                .hasMessageContaining("Next:");
        assertThat(time.pauses()).isEmpty();
    }

    @Test
    void theBudgetEnds() {
        assertThatThrownBy(() -> retries.begin().run("Writing", () -> {
                    throw Failing.answered(ServerError.MEMORY_LIMIT_EXCEEDED);
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the budget of 60 s")
                .hasMessageContaining("241 MEMORY_LIMIT_EXCEEDED");
        assertThat(time.waited()).isLessThanOrEqualTo(BUDGET).isGreaterThan(BUDGET.minusSeconds(11));
    }

    @Test
    void anInterruptEndsTheWaiting() throws Exception {
        Retries real = new Retries(BUDGET, time, Pause.REAL, new SplittableRandom(1), RetryCounts.sum(counter));
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        CompletableFuture<Void> waiting = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                real.begin().run("Writing", () -> {
                    if (counter.getCount() > 3) {
                        waiting.complete(null);
                    }
                    throw Failing.answered(ServerError.MEMORY_LIMIT_EXCEEDED);
                });
            } catch (Exception e) {
                outcome.complete(e);
            }
        });
        thread.start();
        waiting.get(30, TimeUnit.SECONDS);
        thread.interrupt();
        assertThat(outcome.get(1, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }
}
