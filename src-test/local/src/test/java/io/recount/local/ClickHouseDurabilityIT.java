package io.recount.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged is there after a kill and after a stop, and an insert is there whole or not at all. */
final class ClickHouseDurabilityIT {

    private static final int BLOCK_ROWS = 20_000;
    private static final int WRITERS = 2;
    private static final int KILLS = 4;

    @TempDir
    Path folder;

    private final Set<Integer> acknowledged = new ConcurrentSkipListSet<>();
    private final AtomicInteger nextBlock = new AtomicInteger();

    @Test
    void killInMidInsertLosesNothingAcknowledged() throws Exception {
        try (LocalClickHouse engine = LocalClickHouse.builder(folder).build()) {
            engine.start();
            RawHttp http = new RawHttp(engine.httpEndpoint());
            http.run("CREATE TABLE blocks (block UInt32, n UInt32) ENGINE = MergeTree ORDER BY (block, n)");
            for (int kill = 0; kill < KILLS; kill++) {
                writeUntil(engine, () -> killInMidInsert(engine, http));
                engine.start();
                assertThat(http.endpoint()).isEqualTo(engine.httpEndpoint());
            }
            List<String> partial = http.select(
                            "SELECT block, count() FROM blocks GROUP BY block HAVING count() != " + BLOCK_ROWS)
                    .lines()
                    .toList();
            assertThat(partial).isEmpty();
            Set<Integer> present = new TreeSet<>();
            http.select("SELECT DISTINCT block FROM blocks")
                    .lines()
                    .map(Integer::valueOf)
                    .forEach(present::add);
            System.out.printf(
                    "%d kills, %d blocks acknowledged, %d there%n", KILLS, acknowledged.size(), present.size());
            assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(KILLS * 5);
            assertThat(present).containsAll(acknowledged);
        }
    }

    @Test
    void stopIsCleanAndKeepsData() throws IOException {
        try (LocalClickHouse engine = LocalClickHouse.builder(folder).build()) {
            engine.start();
            RawHttp http = new RawHttp(engine.httpEndpoint());
            http.run("CREATE TABLE kept (n UInt32) ENGINE = MergeTree ORDER BY n");
            http.run("INSERT INTO kept VALUES (1), (2)");
            engine.stop();
            assertThat(engine.isAlive()).isFalse();
            assertThatThrownBy(engine::stop).isInstanceOf(EngineFailure.class).hasMessageContaining("does not run");

            engine.start();
            assertThat(http.select("SELECT count() FROM kept")).isEqualTo("2");
            assertThatThrownBy(engine::start).isInstanceOf(EngineFailure.class).hasMessageContaining("already runs");
            assertThatThrownBy(() -> onTheSamePort(engine).start())
                    .isInstanceOf(EngineFailure.class)
                    .hasMessageContaining("ended with exit code 1 while starting")
                    .hasMessageContaining("Address already in use");
            engine.stop();
            assertThat(engine.log()).content().contains("Stopped cleanly").doesNotContain("SIG");
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("hs_err"));
        }
    }

    /** Another engine on the port of this one. */
    private LocalClickHouse onTheSamePort(LocalClickHouse engine) {
        return LocalClickHouse.builder(folder.resolve("other"))
                .port(engine.httpEndpoint().getPort())
                .build();
    }

    private void writeUntil(LocalClickHouse engine, Runnable kill) throws InterruptedException {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        for (int writer = 0; writer < WRITERS; writer++) {
            writers.execute(() -> writeWhileAlive(new RawHttp(engine.httpEndpoint())));
        }
        kill.run();
        writers.shutdown();
        assertThat(writers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }

    private void writeWhileAlive(RawHttp http) {
        while (true) {
            int block = nextBlock.getAndIncrement();
            try {
                http.send(
                                "POST",
                                block(block),
                                Map.of("query", "INSERT INTO blocks FORMAT RowBinary", "async_insert", "0"))
                        .ok();
            } catch (AssertionError e) {
                return;
            }
            acknowledged.add(block);
        }
    }

    private void killInMidInsert(LocalClickHouse engine, RawHttp http) {
        int enough = acknowledged.size() + 5;
        Await.until(
                () -> acknowledged.size() >= enough
                        && !http.select("SELECT count() FROM system.processes WHERE query LIKE 'INSERT INTO blocks%'")
                                .equals("0"),
                Duration.ofMinutes(1),
                () -> "No insert was running");
        engine.kill();
    }

    private static byte[] block(int block) {
        ByteBuffer rows = ByteBuffer.allocate(BLOCK_ROWS * 2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int n = 0; n < BLOCK_ROWS; n++) {
            rows.putInt(block).putInt(n);
        }
        return rows.array();
    }
}
