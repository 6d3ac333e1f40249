package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.recount.local.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Prometheus itself, with the configuration and the alerts of {@code deploy/observe}, but for where it finds Flink. */
final class Prometheus implements AutoCloseable {

    private static final String NAME = "prometheus";
    private static final Duration START = Duration.ofMinutes(1);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final URI address;

    private Prometheus(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Where it is, if it is installed. */
    static Optional<Path> program() {
        String cache = Objects.requireNonNullElse(
                System.getenv("RECOUNT_CACHE"),
                Path.of(System.getProperty("user.home"), ".cache/recount").toString());
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of(cache))
                .map(folder -> Path.of(folder, NAME))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param processes where it scrapes metrics, each second */
    static Prometheus start(Path program, Path folder, List<URI> processes) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("prometheus.yaml"), configuration(processes));
            Files.copy(Watched.FOLDER.resolve("alerts.yaml"), folder.resolve("alerts.yaml"));
            String listens = "127.0.0.1:" + freePort();
            Process process = new ProcessBuilder(
                            program.toString(),
                            "--config.file=prometheus.yaml",
                            "--storage.tsdb.path=data",
                            "--web.listen-address=" + listens)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            Prometheus prometheus = new Prometheus(process, URI.create("http://" + listens));
            Await.until(prometheus::isReady, START, () -> "Prometheus does not start: " + folder.resolve("log"));
            return prometheus;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String configuration(List<URI> processes) throws IOException {
        List<String> targets =
                processes.stream().map(uri -> "'" + uri.getAuthority() + "'").toList();
        String configuration = Files.readString(Watched.FOLDER.resolve("prometheus.yaml"))
                .replaceFirst("(?s)dns_sd_configs:.*", "static_configs:\n      - targets: " + targets)
                .replace(": 15s", ": 1s");
        assertThat(configuration).contains("static_configs", "scrape_interval: 1s", "evaluation_interval: 1s");
        return configuration;
    }

    private boolean isReady() {
        try {
            return response("/-/ready").statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** What it has of Flink's processes, in its text format. */
    String told() {
        return get("/federate?match[]=" + encoded("{__name__=~\"flink_.+\"}"));
    }

    /** The series that an expression gives. */
    int count(String expression) {
        return json("/api/v1/query?query=" + encoded(expression))
                .at("/data/result")
                .size();
    }

    /** Alerts that it could not evaluate, each with why. */
    Set<String> broken() {
        Set<String> broken = new TreeSet<>();
        for (JsonNode rule : json("/api/v1/rules").at("/data/groups/0/rules")) {
            if (!rule.path("health").asText().equals("ok")) {
                broken.add(
                        rule.path("name").asText() + " " + rule.path("health").asText() + ": "
                                + rule.path("lastError").asText());
            }
        }
        return broken;
    }

    /** Alerts that fire. */
    Set<String> firing() {
        Set<String> firing = new TreeSet<>();
        for (JsonNode alert : json("/api/v1/alerts").at("/data/alerts")) {
            if (alert.path("state").asText().equals("firing")) {
                firing.add(alert.at("/labels/alertname").asText());
            }
        }
        return firing;
    }

    private JsonNode json(String path) {
        try {
            JsonNode answer = new ObjectMapper().readTree(get(path));
            assertThat(answer.path("status").asText()).as(answer.toString()).isEqualTo("success");
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String get(String path) {
        return response(path).body();
    }

    private HttpResponse<String> response(String path) {
        try {
            return HTTP.send(
                    HttpRequest.newBuilder(address.resolve(path))
                            .timeout(Duration.ofSeconds(30))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
