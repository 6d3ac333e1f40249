package io.recount.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The job manager of a {@link StandaloneFlink}, with the REST interface and the web UI. Without high availability its
 * jobs end with it; what they wrote to a checkpoint folder outlives it. It answers once the interface does.
 */
public final class JobManager extends EngineProcess {

    private final FlinkConfiguration configuration;
    private final int heapMegabytes;
    private final URI webUi;

    JobManager(EngineHome home, FlinkConfiguration configuration, int heapMegabytes, URI webUi, Lifetime lifetime) {
        super("Flink's job manager", home, lifetime);
        this.configuration = configuration;
        this.heapMegabytes = heapMegabytes;
        this.webUi = webUi;
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
                "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                heapMegabytes,
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog.file=" + log()),
                List.of("--configDir", configuration.folder().toString(), "--executionMode", "cluster"),
                Map.of());
    }
}
