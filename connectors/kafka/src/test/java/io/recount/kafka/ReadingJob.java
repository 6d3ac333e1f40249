package io.recount.kafka;

import io.recount.local.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.ExceptionUtils;
import org.jspecify.annotations.Nullable;

/** A job that reads the log and remembers what it read. It restarts as often as it is let, so that an end is an end for good. */
final class ReadingJob implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Map<String, Queue<LogElement>> READ = new ConcurrentHashMap<>();

    private final String name = UUID.randomUUID().toString();
    private final Queue<LogElement> read = new ConcurrentLinkedQueue<>();
    private final JobClient client;

    static ReadingJob start(KafkaAccess access, StartOffsets start) throws Exception {
        return new ReadingJob(access, start, null);
    }

    static ReadingJob restore(KafkaAccess access, String savepoint) throws Exception {
        return new ReadingJob(access, StartOffsets.earliest(), savepoint);
    }

    private ReadingJob(KafkaAccess access, StartOffsets start, @Nullable String savepoint) throws Exception {
        READ.put(name, read);
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1_000);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(100));
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(2);
        environment
                .fromSource(LogSource.of(access, start), WatermarkStrategy.noWatermarks(), "log")
                .uid("log")
                .map(new Remember(name))
                .returns(LogElementTypeInfo.INSTANCE)
                .uid("remember")
                .sinkTo(new DiscardingSink<>())
                .uid("nowhere");
        client = environment.executeAsync("reading");
    }

    private record Remember(String name) implements MapFunction<LogElement, LogElement> {
        @Override
        public LogElement map(LogElement element) {
            Queue<LogElement> queue = READ.get(name);
            if (queue != null) {
                queue.add(element);
            }
            return element;
        }
    }

    List<RawRecord> records() {
        return read.stream()
                .filter(RawRecord.class::isInstance)
                .map(RawRecord.class::cast)
                .toList();
    }

    /** Offsets of the records of a partition, in the order read. */
    List<Long> offsets(LogPartition partition) {
        return records().stream()
                .filter(record ->
                        record.log().equals(partition.log().text()) && record.partition() == partition.partition())
                .map(RawRecord::offset)
                .toList();
    }

    List<RawRecord> awaitRecords(int count) {
        await(() -> records().size() >= count, count + " records");
        return records();
    }

    void awaitNextOffset(LogPartition partition, long offset) {
        await(
                () -> read.stream()
                        .anyMatch(each -> each.log().equals(partition.log().text())
                                && each.partition() == partition.partition()
                                && each.nextOffset() == offset),
                "next offset " + offset);
    }

    /** Returns once a record of the partition was read, or the time is over. */
    boolean awaitAny(LogPartition partition, Duration deadline) {
        return Await.within(() -> !offsets(partition).isEmpty(), deadline);
    }

    private void await(java.util.function.BooleanSupplier condition, String what) {
        Await.until(condition, PATIENCE, () -> "Instead of " + what + ": " + read);
    }

    /** Returns once what has been read so far is in a checkpoint. */
    void awaitCheckpoint(Path folder) throws Exception {
        client.triggerSavepoint(folder.toString(), SavepointFormatType.CANONICAL)
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    String stop(Path folder) throws Exception {
        return client.stopWithSavepoint(false, folder.toString(), SavepointFormatType.CANONICAL)
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Returns once the log of this JVM says that an attempt failed for that reason. */
    void awaitFailure(String reason) {
        await(() -> logged().contains(reason), "a failure: " + reason);
    }

    private static String logged() {
        try {
            return Files.readString(Path.of("target/test.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Why the job ended for good, with all causes. */
    String failure() throws Exception {
        try {
            client.getJobExecutionResult().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("The job ended well");
        } catch (ExecutionException e) {
            return ExceptionUtils.stringifyException(e);
        }
    }

    @Override
    public void close() throws Exception {
        READ.remove(name);
        if (!status().isGloballyTerminalState()) {
            client.cancel().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private JobStatus status() throws Exception {
        return client.getJobStatus().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
