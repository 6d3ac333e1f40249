package io.recount.kafka;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topic of requests to the job: few messages, in any number of partitions, read by one reader from exact positions.
 *
 * <p>Nothing that may befall it stops a job. While the topic is not there, may not be read or nobody answers, there are no
 * messages; every change is logged once, with its mend. A topic that is created again is read from its first record. Where a
 * position is gone, reading goes on at the first record there is: a request that comes twice is known by its id, and one that
 * is passed over would be lost.
 *
 * <p>What was read is given out only after a look at the topic's id, so that a message is never said to be of another life
 * than it is of. Not safe for several threads.
 */
public final class ControlTopic implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ControlTopic.class);

    private final ControlTopicLooks looks;
    private final ControlTopicReader reader;
    private final List<Message> unverified = new ArrayList<>();
    private final Map<LogPartition, Long> next = new HashMap<>();
    private final String shown;
    private String said = "";

    /**
     * A message as it lies in the topic.
     *
     * @param log the topic in one of its lives, {@link LogName#text()}
     * @param appendedAtMillis the record's timestamp, milliseconds since the epoch
     * @param value null for a tombstone
     */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are never changed
    public record Message(String log, int partition, long offset, long appendedAtMillis, byte @Nullable [] value) {

        // Not the compact form: javac loses the parameter's null marker there.
        public Message(String log, int partition, long offset, long appendedAtMillis, byte @Nullable [] value) {
            this.log = requireNonNull(log, "log");
            this.partition = partition;
            this.offset = offset;
            this.appendedAtMillis = appendedAtMillis;
            this.value = value;
        }

        private LogPartition logPartition() {
            return new LogPartition(LogName.parse(log), partition);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Message that
                    && log.equals(that.log)
                    && partition == that.partition
                    && offset == that.offset
                    && appendedAtMillis == that.appendedAtMillis
                    && Arrays.equals(value, that.value);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * log.hashCode() + partition) + Long.hashCode(offset);
        }

        @Override
        public String toString() {
            return "Message[" + log + "-" + partition + ":" + offset + "]";
        }
    }

    /**
     * A reader; it connects with the first poll.
     *
     * @param access servers and properties; the names of clients begin with the group's
     */
    public ControlTopic(KafkaAccess access, String topic) {
        KafkaAccess own = access.toTopic(topic);
        this.shown = "topic " + topic + " at " + access.bootstrapServers();
        this.looks = new ControlTopicLooks(own);
        this.reader = new ControlTopicReader(own);
    }

    /**
     * Where to read on; called before the first poll.
     *
     * @param nextOffsets by partition of this life of the topic the first offset that was not read; partitions that are not
     *     named are read from their first record
     */
    public void seek(Map<LogPartition, Long> nextOffsets) {
        next.putAll(nextOffsets);
    }

    /** Messages that came, those of a partition in order; waits for them, at most so long. */
    public List<Message> poll(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        do {
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            boolean isReading = reader.isReading() && unverified.isEmpty();
            Optional<ControlTopicLooks.Outcome> seen = looks.await(isReading ? Duration.ZERO : left);
            List<Message> verified = seen.isPresent() ? take(seen.get()) : List.of();
            if (!verified.isEmpty()) {
                return verified;
            }
            if (isReading) {
                read(left);
            }
        } while (System.nanoTime() < end);
        return List.of();
    }

    /** What was read before the look and is of the life that it saw. */
    private List<Message> take(ControlTopicLooks.Outcome seen) {
        if (seen instanceof ControlTopicLooks.There there) {
            return take(there.topic());
        }
        if (seen instanceof ControlTopicLooks.Unknown unknown) {
            // What waits for a look goes on waiting.
            say("Requests are not read: " + unknown.why().getMessage(), true);
            return List.of();
        }
        unverified.clear();
        reader.stop();
        say("There are no requests: " + shown + " is not there; the first request creates it", false);
        return List.of();
    }

    private List<Message> take(LogTopic present) {
        List<Message> verified = reader.isOf(present.name()) ? List.copyOf(unverified) : List.of();
        unverified.clear();
        verified.forEach(message -> next.put(message.logPartition(), message.offset() + 1));
        try {
            reader.open(present, next);
            say("Requests are read from " + shown + ", id " + present.name().topicId(), false);
        } catch (LogUnavailableException e) {
            stop(e);
        }
        return verified;
    }

    private void read(Duration atMost) throws InterruptedException {
        try {
            unverified.addAll(reader.poll(atMost));
            if (!unverified.isEmpty()) {
                looks.hurry();
            }
        } catch (LogUnavailableException e) {
            stop(e);
        }
    }

    private void stop(LogUnavailableException e) {
        reader.stop();
        say("Requests are not read: " + e.getMessage(), true);
    }

    private void say(String what, boolean isWrong) {
        if (what.equals(said)) {
            return;
        }
        said = what;
        if (isWrong) {
            LOG.warn("{}", what);
        } else {
            LOG.info("{}", what);
        }
    }

    @Override
    public void close() {
        looks.close();
        reader.stop();
    }
}
