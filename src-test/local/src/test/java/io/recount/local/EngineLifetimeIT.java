package io.recount.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether an engine outlives the JVM that started it is that JVM's choice, even if it is killed. */
final class EngineLifetimeIT {

    private static final Duration END = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void attachedEngineEndsWithAKilledParent() throws Exception {
        LocalClickHouse engine = startInAnotherJvmAndKillThat(Lifetime.ATTACHED);
        Await.until(() -> !engine.isAlive(), END, () -> "The engine outlived its parent");
        assertThat(engine.log()).content().contains("Stopped cleanly");
    }

    @Test
    void detachedEngineStaysAndIsStoppedThroughItsFolder() throws Exception {
        LocalClickHouse engine = startInAnotherJvmAndKillThat(Lifetime.DETACHED);
        assertThat(engine.isAlive()).isTrue();
        assertThat(new RawHttp(engine.httpEndpoint()).select("SELECT 1")).isEqualTo("1");
        engine.stop();
        assertThat(engine.isAlive()).isFalse();
    }

    private LocalClickHouse startInAnotherJvmAndKillThat(Lifetime lifetime) throws IOException, InterruptedException {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Drecount.root=" + Checkout.root(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName(),
                        folder.toString(),
                        lifetime.name())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader words =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(words.readLine()).isEqualTo("started");
        } finally {
            parent.destroyForcibly().waitFor();
        }
        return LocalClickHouse.builder(folder).build();
    }

    /** Starts an engine and waits to be killed. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] arguments) throws IOException {
            LocalClickHouse.builder(Path.of(arguments[0]))
                    .lifetime(Lifetime.valueOf(arguments[1]))
                    .build()
                    .start();
            System.out.println("started");
            int end = System.in.read();
            System.exit(end);
        }
    }
}
