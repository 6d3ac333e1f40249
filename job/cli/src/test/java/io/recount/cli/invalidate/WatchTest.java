package io.recount.cli.invalidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.recount.cli.invalidate.RequestStatus.State;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Waiting on a clock of its own, with a job that is written down second by second. */
class WatchTest {

    private static final Instant BEGUN = Instant.parse("2026-11-30T13:15:00Z");
    private static final Optional<Duration> ENDLESS = Optional.empty();

    private final List<String> said = new ArrayList<>();
    private final List<RequestStatus> seen = new ArrayList<>();
    private final TreeMap<Long, Answer> answers = new TreeMap<>();
    private long second;

    /** From some second on. */
    private record Answer(
            @Nullable RequestStatus status, @Nullable ClickHouseFailure failure) {}

    @Test
    void waitingEndsWithTheRequest() throws Exception {
        for (State end : List.of(State.DONE, State.CANCELLED, State.REFUSED)) {
            from(0, State.WAITING);
            from(2, State.RUNNING);
            from(5, State.PAUSED);
            from(100, end);

            assertThat(watch(ENDLESS)).isEqualTo(Watch.Ending.valueOf(end.name()));
            assertThat(second).isEqualTo(100);
            assertThat(seen).extracting(RequestStatus::state).endsWith(end);
            assertThat(said).isEmpty();
            second = 0;
        }
    }

    @Test
    void waitingEndsWithItsTime() throws Exception {
        from(0, State.RUNNING);
        assertThat(watch(Optional.of(Duration.ofSeconds(30)))).isEqualTo(Watch.Ending.TIMED_OUT);
        assertThat(second).isEqualTo(30);
        assertThat(said).isEmpty();
    }

    @Test
    void aJobThatDoesNotAnswerIsSaidOnceAndWaitedFor() throws Exception {
        from(200, State.DONE);
        assertThat(watch(ENDLESS)).isEqualTo(Watch.Ending.DONE);
        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("No job has answered within 60 s. The newest commit is of 2026-11-30T12:00:00Z. Next: see")
                .contains("topic asked (invalidations.topic.name)");
    }

    @Test
    void aServerThatIsAwayIsSaidOnceAndWaitedFor() throws Exception {
        from(0, State.RUNNING);
        answers.put(3L, new Answer(null, away()));
        from(90, State.RUNNING);
        answers.put(95L, new Answer(null, away()));
        from(99, State.DONE);

        assertThat(watch(ENDLESS)).isEqualTo(Watch.Ending.DONE);
        assertThat(said)
                .hasSize(2)
                .allSatisfy(
                        words -> assertThat(words).startsWith("Waiting on: http://127.0.0.1:1: ClickHouse did not"));
    }

    @Test
    void whatNoWaitingMendsEndsIt() throws Exception {
        answers.put(0L, new Answer(null, denied()));
        assertThatThrownBy(() -> watch(ENDLESS)).isInstanceOf(ClickHouseFailure.class);
    }

    @Test
    void linesComeEveryTenSecondsAndWithEachState() throws Exception {
        from(0, State.WAITING);
        from(2, State.RUNNING);
        from(25, State.DONE);
        List<String> lines = new ArrayList<>();
        watch(ENDLESS, new WatchLines(clock(), words -> lines.add(second + " " + words)));

        assertThat(lines)
                .containsExactly(
                        "0 a waiting: 500 of 2,000 documents (25 %), 1,033 values published again",
                        "2 a running: 500 of 2,000 documents (25 %), 1,033 values published again, about 1 min 15 s left",
                        "12 a running: 500 of 2,000 documents (25 %), 1,033 values published again, about 1 min 15 s left",
                        "22 a running: 500 of 2,000 documents (25 %), 1,033 values published again, about 1 min 15 s left",
                        "25 a done: 500 of 2,000 documents (100 %), 1,033 values published again");
    }

    private void from(long atSecond, State state) {
        answers.put(atSecond, new Answer(Statuses.of("a", state, 2_000, 500), null));
    }

    private Watch.Ending watch(Optional<Duration> atMost) throws Exception {
        return watch(atMost, seen::add);
    }

    private Watch.Ending watch(Optional<Duration> atMost, WatchView view) throws Exception {
        return new Watch(new WrittenDown(), "asked", clock(), length -> second += length.toSeconds(), said::add)
                .untilEnd("a", atMost, view);
    }

    private Clock clock() {
        InstantSource source = () -> BEGUN.plusSeconds(second);
        return source.withZone(ZoneOffset.UTC);
    }

    private static ClickHouseFailure away() {
        return failure("http://127.0.0.1:1");
    }

    /** Of something else than ClickHouse. */
    private static ClickHouseFailure denied() throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.start();
        try {
            return failure("http://127.0.0.1:" + other.getAddress().getPort());
        } finally {
            other.stop(0);
        }
    }

    private static ClickHouseFailure failure(String endpoint) {
        ClickHouseAccess access = new ClickHouseAccess(URI.create(endpoint), "none", "default", new Secret(""));
        try (ClickHouseClient client = new ClickHouseClient(access)) {
            client.text("SELECT 1");
            throw new IllegalStateException("ClickHouse answers at " + endpoint);
        } catch (ClickHouseFailure e) {
            return e;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this test", e);
        }
    }

    private final class WrittenDown implements StatusSource {

        @Override
        public Optional<RequestStatus> find(String id) throws ClickHouseFailure {
            var answer = answers.floorEntry(second);
            if (answer == null) {
                return Optional.empty();
            }
            if (answer.getValue().failure() != null) {
                throw answer.getValue().failure();
            }
            return Optional.ofNullable(answer.getValue().status());
        }

        @Override
        public Optional<Instant> newestCommit() {
            return Optional.of(Instant.parse("2026-11-30T12:00:00Z"));
        }
    }
}
