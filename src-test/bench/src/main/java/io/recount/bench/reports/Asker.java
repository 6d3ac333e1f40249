package io.recount.bench.reports;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.recount.bench.throughput.FreshClickHouse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Clients that ask one question at the same time. The server makes every value of the answer and sends none of them: how long
 * it writes texts depends on the format that is asked for.
 */
final class Asker implements AutoCloseable {

    private static final Duration ANSWER = Duration.ofMinutes(10);
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI address;
    private final ProcessHandle server;
    private final ExecutorService clients;

    Asker(FreshClickHouse clickHouse, int mostClients) throws IOException {
        address = clickHouse.endpoint().resolve("/?database=" + FreshClickHouse.DATABASE);
        server = ProcessHandle.of(clickHouse.pid()).orElseThrow();
        clients = Executors.newFixedThreadPool(mostClients);
    }

    /**
     * What was measured of some queries at once.
     *
     * @param millis from the question to the end of the answer, of each query
     * @param cpuMillis of the server's process, by query
     * @param rowsRead by query
     */
    record Answered(List<Double> millis, double cpuMillis, long rowsRead) {
        Answered {
            millis = List.copyOf(millis);
        }
    }

    private record Answer(double millis, long rowsRead) {}

    /** Each of so many clients asks it so often. */
    Answered ask(String sql, int clientCount, int times) throws Exception {
        long cpuBefore = cpuNanos();
        List<Future<List<Answer>>> asked = new ArrayList<>();
        for (int client = 0; client < clientCount; client++) {
            asked.add(clients.submit(() -> {
                List<Answer> answers = new ArrayList<>();
                for (int i = 0; i < times; i++) {
                    answers.add(ask(sql));
                }
                return answers;
            }));
        }
        List<Answer> answers = new ArrayList<>();
        for (Future<List<Answer>> future : asked) {
            answers.addAll(answersOf(future));
        }
        double cpuMillis = (cpuNanos() - cpuBefore) / 1e6 / answers.size();
        return new Answered(
                answers.stream().map(Answer::millis).toList(),
                cpuMillis,
                answers.get(0).rowsRead());
    }

    private static List<Answer> answersOf(Future<List<Answer>> future) throws Exception {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("A client failed: " + e.getCause(), e);
        }
    }

    private Answer ask(String sql) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(ANSWER)
                .POST(HttpRequest.BodyPublishers.ofString(sql + " FORMAT Null"))
                .build();
        long begun = System.nanoTime();
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        double millis = (System.nanoTime() - begun) / 1e6;
        if (response.statusCode() != 200) {
            throw new IllegalStateException("ClickHouse refused a report: " + response.body());
        }
        String summary = response.headers().firstValue("X-ClickHouse-Summary").orElseThrow();
        return new Answer(millis, JSON.readTree(summary).get("read_rows").asLong());
    }

    private long cpuNanos() {
        return server.info().totalCpuDuration().orElseThrow().toNanos();
    }

    @Override
    public void close() {
        clients.shutdownNow();
    }
}
