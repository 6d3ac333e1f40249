package io.recount.kafka;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/**
 * The log can't be read, and why, for people: brokers, topic, next step. Nothing is lost by it, so a job that restarts goes
 * on once the cause is gone.
 */
public final class LogUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean brokerAway;

    private LogUnavailableException(String message, boolean brokerAway, @Nullable Throwable cause) {
        super(message, cause);
        this.brokerAway = brokerAway;
    }

    LogUnavailableException(String message) {
        this(message, false, null);
    }

    /** Whether nobody answered, so that no record can arrive either. */
    boolean isBrokerAway() {
        return brokerAway;
    }

    /**
     * What a failure of one of Kafka's clients means.
     *
     * @param what what was asked for, such as {@code topic receipts}
     */
    static LogUnavailableException of(KafkaAccess access, String what, Throwable failure) {
        Throwable cause =
                failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
        String kafka = "Kafka at " + access.bootstrapServers();
        if (cause instanceof AuthenticationException) {
            return new LogUnavailableException(
                    kafka + " and this job do not accept each other: " + cause.getMessage()
                            + ". Next: correct user, password, mechanism or certificates below kafka.properties",
                    false,
                    cause);
        }
        if (cause instanceof AuthorizationException) {
            return new LogUnavailableException(
                    kafka + " does not let this job's user read " + what
                            + ". Next: grant READ and DESCRIBE on it to the user below kafka.properties",
                    false,
                    cause);
        }
        if (cause instanceof UnknownTopicOrPartitionException) {
            return new LogUnavailableException(
                    kafka + " has no " + what + ". Next: create it, or correct kafka.topic.names", false, cause);
        }
        if (cause instanceof TimeoutException || cause instanceof java.util.concurrent.TimeoutException) {
            return new LogUnavailableException(
                    kafka + " did not answer about " + what + " within " + LogAdmin.ANSWER.toSeconds()
                            + " s. Next: check kafka.bootstrap.servers, that the brokers' advertised listeners can be reached"
                            + " from here, and that kafka.properties.security.protocol is the listener's",
                    true,
                    cause);
        }
        if (cause instanceof UnsupportedVersionException) {
            return new LogUnavailableException(
                    kafka + " is too old to tell topics' ids. Next: use brokers of Kafka 2.8 or newer", false, cause);
        }
        return new LogUnavailableException(
                kafka + " can't be asked about " + what + ": " + innermost(cause)
                        + ". Next: correct kafka.bootstrap.servers or the properties below kafka.properties",
                false,
                cause);
    }

    /** What a failure means of one of Kafka's clients that writes to a topic. */
    static LogUnavailableException ofWriting(KafkaAccess access, String topic, Throwable failure) {
        Throwable cause =
                failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
        String kafka = "Kafka at " + access.bootstrapServers();
        if (cause instanceof AuthorizationException) {
            return new LogUnavailableException(
                    kafka + " does not let this user write to topic " + topic
                            + ". Next: grant WRITE and DESCRIBE on it to the user below kafka.properties, and CREATE as long"
                            + " as it is not there",
                    false,
                    cause);
        }
        if (cause instanceof RecordTooLargeException) {
            return new LogUnavailableException(
                    kafka + " takes no message of that size in topic " + topic
                            + ". Next: send less in one message, or raise the topic's max.message.bytes",
                    false,
                    cause);
        }
        return of(access, "topic " + topic, cause);
    }

    private static String innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
