package io.recount.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The job manager of a {@link StandaloneFlink}, with the REST interface and the web UI. Without high availability its
 * jobs end with it; what they wrote to a checkpoint folder outlives it. It answers once the interface does.
 */
public final class JobManager extends EngineProcess {

    private static final String SESSION = "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
    private static final String APPLICATION =
            "org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint";

    private final FlinkConfiguration configuration;
    private final int heapMegabytes;
    private final URI webUi;
    private Optional<FlinkSubmission> application = Optional.empty();

    JobManager(EngineHome home, FlinkConfiguration configuration, int heapMegabytes, URI webUi, Lifetime lifetime) {
        super("Flink's job manager", home, lifetime);
        this.configuration = configuration;
        this.heapMegabytes = heapMegabytes;
        this.webUi = webUi;
    }

    /** Makes it run that main class itself, at every start, and nothing that is submitted: Flink's application mode. */
    void runItself(FlinkSubmission wanted) {
        application = Optional.of(wanted);
    }

    @Override
    boolean answers() {
        try {
            for (JsonNode option : new FlinkRest(webUi).get("/jobmanager/config")) {
                if (option.path("key").asText().equals(FlinkConfiguration.LOG)) {
                    // Another cluster may have the port: then this one is about to fail.
                    return option.path("value").asText().equals(log().toString());
                }
            }
            return false;
        } catch (EngineFailure notYet) {
            return false;
        }
    }

    @Override
    ChildJvm child() {
        return new ChildJvm(
                LocalFlink.MODULE,
                application.isPresent() ? APPLICATION : SESSION,
                heapMegabytes,
                jvmOptions(),
                arguments(),
                Map.of());
    }

    private List<String> jvmOptions() {
        List<String> options =
                new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog.file=" + log()));
        if (application.isPresent()) {
            // Flink makes the job's graph here, for which it looks into these packages.
            options.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
            options.add("--add-opens=java.base/java.util=ALL-UNNAMED");
        }
        return options;
    }

    private List<String> arguments() {
        List<String> arguments =
                new ArrayList<>(List.of("--configDir", configuration.folder().toString()));
        application.ifPresentOrElse(
                wanted -> {
                    // Local: it is read where it lies. Not last: it would take the words behind it for more jars.
                    arguments.addAll(List.of("--jars", "local://" + wanted.jar().toAbsolutePath()));
                    arguments.addAll(List.of("--job-classname", wanted.mainClass()));
                    wanted.savepoint().ifPresent(path -> arguments.addAll(List.of("--fromSavepoint", path)));
                    // The first word that is no option of Flink's begins the job's own.
                    arguments.addAll(wanted.arguments());
                },
                () -> arguments.addAll(List.of("--executionMode", "cluster")));
        return arguments;
    }
}
