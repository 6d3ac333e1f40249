package io.recount.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A task manager of a {@link StandaloneFlink}. It answers once it is registered at the job manager. Every start has a
 * new id, as a new container would: the job manager learns of the end of the old one by itself.
 */
public final class TaskManager extends EngineProcess {

    private static final int FATAL_EXIT = 239;

    private final String name;
    private final FlinkConfiguration configuration;
    private final Supplier<TaskManagerMemory> memory;
    private final FlinkRest rest;
    private volatile String id = "";

    /** {@code memory} is asked for at every start. */
    TaskManager(
            String name,
            EngineHome home,
            FlinkConfiguration configuration,
            Supplier<TaskManagerMemory> memory,
            FlinkRest rest,
            Lifetime lifetime) {
        super("Flink's " + name, home, lifetime);
        this.name = name;
        this.configuration = configuration;
        this.memory = memory;
        this.rest = rest;
    }

    /** What the job manager calls it; empty until this JVM has started it. */
    public String id() {
        return id;
    }

    /**
     * Its process.
     *
     * @throws IllegalStateException if there is none
     */
    public long pid() {
        return home().process()
                .orElseThrow(() -> new IllegalStateException(id() + " does not run"))
                .pid();
    }

    @Override
    boolean answers() {
        try {
            for (JsonNode registered : rest.get("/taskmanagers").path("taskmanagers")) {
                if (registered.path("id").asText().equals(id)) {
                    return true;
                }
            }
            return false;
        } catch (EngineFailure notYet) {
            return false;
        }
    }

    /** Running tasks, torn down under SIGTERM, end the JVM in Flink's handler of last resort as often as not. */
    @Override
    boolean isClean(int exit) {
        return super.isClean(exit) || exit == FATAL_EXIT;
    }

    @Override
    ChildJvm child() {
        id = name + "-" + UUID.randomUUID();
        TaskManagerMemory worked = memory.get();
        List<String> options = new ArrayList<>(worked.jvmOptions());
        options.addAll(List.of("-XX:+UseSerialGC", "-Dlog.file=" + log()));
        List<String> arguments = new ArrayList<>(List.of(
                "--configDir",
                configuration.folder().toString(),
                "-D",
                "taskmanager.resource-id=" + id,
                "-D",
                "io.tmp.dirs=" + home().data()));
        arguments.addAll(worked.arguments());
        return new ChildJvm(
                LocalFlink.MODULE,
                "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
                worked.heapMegabytes(),
                options,
                arguments,
                Map.of());
    }
}
