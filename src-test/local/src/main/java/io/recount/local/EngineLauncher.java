package io.recount.local;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** What {@code src-test/local/run} starts: one engine, until Ctrl-C. Ends with 1 if the engine ends by itself. */
public final class EngineLauncher {

    private EngineLauncher() {}

    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[1]);
        int port = Integer.parseInt(arguments[2]);
        try {
            System.exit(run(arguments[0], folder, port));
        } catch (EngineFailure e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static int run(String engine, Path folder, int port) {
        return switch (engine) {
            case "clickhouse" -> {
                LocalClickHouse clickHouse =
                        LocalClickHouse.builder(folder).port(port).build();
                yield run(
                        clickHouse,
                        clickHouse.httpEndpoint() + ", try curl '" + clickHouse.httpEndpoint()
                                + "/?query=SELECT+version()'");
            }
            case "kafka" -> {
                LocalKafka kafka = LocalKafka.builder(folder).port(port).build();
                yield run(kafka, kafka.bootstrapServers());
            }
            case "flink" -> {
                LocalFlink flink = LocalFlink.builder(folder).port(port).build();
                yield run(flink, flink.webUi().toString());
            }
            default -> throw new EngineFailure("There is no engine " + engine + ": say clickhouse, kafka or flink");
        };
    }

    private static int run(EngineProcess engine, String address) {
        Instant begin = Instant.now();
        engine.start();
        Thread stop = new Thread(engine::close, "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        System.out.printf(
                "Started in %d s; answers at %s%nIts log is %s. Ctrl-C stops it.%n",
                Duration.between(begin, Instant.now()).toSeconds(), address, engine.log());
        if (engine.awaitEnd()) {
            System.out.println("Stopped");
            return 0;
        }
        System.err.println("The engine has ended. The end of " + engine.log() + ":\n"
                + engine.home().logTail());
        return 1;
    }
}
