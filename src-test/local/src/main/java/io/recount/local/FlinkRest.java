package io.recount.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Flink's REST interface, as far as tests and the demo ask. An answer that is none of 2xx is an {@link EngineFailure}. */
public final class FlinkRest {

    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration SAVEPOINT = Duration.ofMinutes(2);
    private static final int UNAVAILABLE = 503;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI endpoint;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER).build();

    public FlinkRest(URI endpoint) {
        this.endpoint = endpoint;
    }

    /** Any answer of the interface, such as that of {@code /overview}. */
    public JsonNode get(String path) {
        return send(request(path).GET().build());
    }

    public JobState state(String jobId) {
        return JobState.valueOf(get("/jobs/" + jobId).path("state").asText());
    }

    /** How many checkpoints of the job have completed since it was submitted. */
    public long completedCheckpoints(String jobId) {
        return get("/jobs/" + jobId + "/checkpoints")
                .path("counts")
                .path("completed")
                .asLong();
    }

    /** Why the job failed last, as a stack trace; empty if it never did. */
    public String rootException(String jobId) {
        return get("/jobs/" + jobId + "/exceptions")
                .path("exceptionHistory")
                .path("entries")
                .path(0)
                .path("stacktrace")
                .asText("");
    }

    /** How often the job has begun again by itself. */
    public long restarts(String jobId) {
        String path = "/jobs/" + jobId + "/metrics?get=numRestarts";
        // The job manager tells of it a little later than the job begins.
        Await.until(
                () -> !get(path).isEmpty(), ANSWER, () -> "Job " + jobId + " does not say how often it has restarted");
        return get(path).path(0).path("value").asLong();
    }

    /** What a counter of operators has come to, over all of them and their subtasks; it may be some seconds old. */
    public long counted(String jobId, String counter) {
        long sum = 0;
        for (JsonNode vertex : get("/jobs/" + jobId).path("vertices")) {
            String metrics = "/jobs/" + jobId + "/vertices/" + vertex.path("id").asText() + "/subtasks/metrics";
            for (JsonNode metric : get(metrics)) {
                String name = metric.path("id").asText();
                if (name.endsWith("." + counter)) {
                    String sought = URLEncoder.encode(name, StandardCharsets.UTF_8);
                    sum += get(metrics + "?agg=sum&get=" + sought)
                            .path(0)
                            .path("sum")
                            .asLong();
                }
            }
        }
        return sum;
    }

    /** Asks the job to end without a savepoint; it does so a little later. */
    /** The accumulators that operators of the job have, summed over all of them; task managers tell of them with a delay. */
    public Map<String, Long> accumulated(String jobId) {
        Map<String, Long> sums = new TreeMap<>();
        for (JsonNode vertex : get("/jobs/" + jobId).path("vertices")) {
            String path = "/jobs/" + jobId + "/vertices/" + vertex.path("id").asText() + "/accumulators";
            for (JsonNode each : get(path).path("user-accumulators")) {
                sums.merge(each.path("name").asText(), each.path("value").asLong(), Long::sum);
            }
        }
        return sums;
    }

    public void cancel(String jobId) {
        send(request("/jobs/" + jobId + "?mode=cancel")
                .method("PATCH", BodyPublishers.noBody())
                .build());
    }

    /** Ends the job at a savepoint below that folder and returns the savepoint's path. */
    public String stopWithSavepoint(String jobId, Path folder) {
        return savepoint("/jobs/" + jobId + "/stop", jobId, Map.of("targetDirectory", folder.toUri(), "drain", false));
    }

    /** The same after everything that waits for event time has happened, as if the input had ended. */
    public String drainWithSavepoint(String jobId, Path folder) {
        return savepoint("/jobs/" + jobId + "/stop", jobId, Map.of("targetDirectory", folder.toUri(), "drain", true));
    }

    /** Takes a savepoint below that folder and returns its path; the job goes on. */
    public String savepoint(String jobId, Path folder) {
        return savepoint(
                "/jobs/" + jobId + "/savepoints",
                jobId,
                Map.of("target-directory", folder.toUri(), "cancel-job", false));
    }

    private String savepoint(String path, String jobId, Map<String, Object> body) {
        String trigger = post(path, body).path("request-id").asText();
        String status = "/jobs/" + jobId + "/savepoints/" + trigger;
        Await.until(
                () -> get(status).path("status").path("id").asText().equals("COMPLETED"),
                SAVEPOINT,
                () -> "The savepoint of job " + jobId + " did not complete within " + SAVEPOINT.toSeconds() + " s");
        JsonNode operation = get(status).path("operation");
        if (!operation.has("location")) {
            throw new EngineFailure("The savepoint of job " + jobId + " failed: "
                    + operation.path("failure-cause").path("stack-trace").asText());
        }
        return operation.path("location").asText();
    }

    private JsonNode post(String path, Map<String, Object> body) {
        try {
            return send(request(path)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
                    .build());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(endpoint.resolve(path)).timeout(ANSWER);
    }

    private JsonNode send(HttpRequest request) {
        HttpResponse<String> response = exchange(request);
        if (response.statusCode() == UNAVAILABLE) {
            // Right after its start the cluster has no leader yet; it has not acted on the request then.
            HttpRequest overview = request("/overview").GET().build();
            Await.within(() -> exchange(overview).statusCode() != UNAVAILABLE, ANSWER);
            response = exchange(request);
        }
        if (response.statusCode() / 100 != 2) {
            throw new EngineFailure("%s %s answered %d: %s"
                    .formatted(request.method(), request.uri(), response.statusCode(), response.body()));
        }
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new EngineFailure("What answers at " + request.uri() + " is not Flink", e);
        }
    }

    private HttpResponse<String> exchange(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new EngineFailure("Flink does not answer at " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineFailure("Interrupted while waiting for " + request.uri(), e);
        }
    }
}
