package io.recount.cli.errors;

import io.recount.kafka.ExactAppender;
import io.recount.kafka.NewRecord;
import io.recount.pipeline.options.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Where messages are sent to again: the topic that they came from, or the first of those that are read if that is none of
 * them. Opening them ends the replay before, and what it had under way: nothing of it holds up the job any more.
 */
public final class ReplayTopics implements AutoCloseable {

    /** One input a topic: an appender ends whoever else has its input open. */
    private static final String INPUT = "replay-";

    private final List<String> topics;
    private final Map<String, ExactAppender> appenders = new HashMap<>();
    private final Map<String, Long> done = new HashMap<>();

    private ReplayTopics(List<String> topics) {
        this.topics = topics;
    }

    /**
     * Those of the settings.
     *
     * @throws io.recount.kafka.LogUnavailableException if one is not there, or nobody answers
     * @throws io.recount.kafka.LogWriteException if the brokers refuse transactions
     */
    public static ReplayTopics open(Settings settings) {
        ReplayTopics opened = new ReplayTopics(settings.kafka().topics());
        try {
            for (String topic : opened.topics) {
                ExactAppender appender =
                        ExactAppender.open(settings.kafka(), topic, INPUT + topic, settings.messageBytes());
                opened.appenders.put(topic, appender);
                opened.done.put(
                        topic,
                        appender.progress()
                                .map(ExactAppender.Progress::position)
                                .orElse(0L));
            }
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** The topic for what came from {@code topic}. */
    String of(String topic) {
        return topics.contains(topic) ? topic : topics.get(0);
    }

    /**
     * Appends all of them or none.
     *
     * @throws io.recount.kafka.LogWriteException if they were not taken, or another replay has begun
     */
    void append(String topic, List<NewRecord> records) {
        long after = done.getOrDefault(topic, 0L) + records.size();
        Objects.requireNonNull(appenders.get(topic), topic).append(records, new ExactAppender.Progress(after, ""));
        done.put(topic, after);
    }

    @Override
    public void close() {
        appenders.values().forEach(ExactAppender::close);
    }
}
