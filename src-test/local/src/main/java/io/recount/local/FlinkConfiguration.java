package io.recount.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The configuration of a local cluster, which its processes read from the file {@code config.yaml} of a folder. */
record FlinkConfiguration(Path folder, Map<String, String> values) {

    static final String LOG = "web.log.path";

    /** What a local cluster needs, and above it what its user wants. */
    static FlinkConfiguration of(EngineHome home, int port, int slots, Map<String, String> wanted) {
        String temporary = home.data().resolve("tmp").toString();
        Map<String, String> values = new TreeMap<>(Map.of(
                "rest.address",
                "127.0.0.1",
                "rest.bind-address",
                "127.0.0.1",
                "rest.port",
                Integer.toString(port),
                "taskmanager.numberOfTaskSlots",
                Integer.toString(slots),
                "io.tmp.dirs",
                temporary,
                "web.tmpdir",
                temporary,
                LOG,
                home.log().toString(),
                "web.cancel.enable",
                "true",
                "web.submit.enable",
                "true"));
        values.putAll(wanted);
        return new FlinkConfiguration(home.folder().resolve("conf"), values);
    }

    void write() {
        List<String> lines = values.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + quoted(entry.getValue()))
                .toList();
        try {
            Files.createDirectories(folder);
            Files.createDirectories(Path.of(values.getOrDefault("io.tmp.dirs", folder.toString())));
            Files.write(folder.resolve("config.yaml"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't write Flink's configuration to " + folder, e);
        }
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
