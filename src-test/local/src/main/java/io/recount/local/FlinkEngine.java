package io.recount.local;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A Flink cluster that takes jobs as jars. */
public interface FlinkEngine extends Engine {

    /** Where people look at the cluster, and where its REST interface is. */
    URI webUi();

    /** What the cluster says about its jobs. */
    FlinkRest rest();

    /** Runs the main class of a jar, which must submit one job, and leaves the job running; returns the job's id. */
    String submit(FlinkSubmission submission);

    /**
     * The same at the cluster's parallelism.
     *
     * @param jar holds the job and its connectors, but not Flink
     * @param savepoint the savepoint or retained checkpoint to begin from
     */
    default String submit(Path jar, String mainClass, List<String> arguments, Optional<String> savepoint) {
        return submit(new FlinkSubmission(jar, mainClass, arguments, savepoint, OptionalInt.empty()));
    }
}
