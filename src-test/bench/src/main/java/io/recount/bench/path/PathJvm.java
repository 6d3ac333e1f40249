package io.recount.bench.path;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;

/** The process: {@code PathJvm ASSIGNMENT-FILE RESULT-FILE}, both JSON. There is a result file only if it succeeded. */
public final class PathJvm {

    private PathJvm() {}

    /** Ends the JVM: 0 measured, 1 failed, which the log explains. */
    public static void main(String[] arguments) throws Exception {
        JsonMapper json = new JsonMapper();
        Assignment assignment = json.readValue(Path.of(arguments[0]).toFile(), Assignment.class);
        Meter meter = new Meter(assignment);
        LocalCluster cluster = LocalCluster.start(Path.of(assignment.folder()), meter::read);
        Measurement measurement = new PathRun(assignment, cluster, meter).measure();
        json.writeValue(Path.of(arguments[1]).toFile(), measurement);
        Runtime.getRuntime().halt(0);
    }
}
