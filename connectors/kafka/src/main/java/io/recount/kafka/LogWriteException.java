package io.recount.kafka;

import java.util.OptionalInt;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.jspecify.annotations.Nullable;

/** Records were not appended, and why, for people. What was committed before stays, and an appender opened again knows how far. */
public final class LogWriteException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int NO_RECORD = -1;

    private final int recordIndex;

    private LogWriteException(String message, int recordIndex, @Nullable Throwable cause) {
        super(message, cause);
        this.recordIndex = recordIndex;
    }

    /** Where in its batch the record is that was refused, if it was one record. */
    public OptionalInt recordIndex() {
        return recordIndex == NO_RECORD ? OptionalInt.empty() : OptionalInt.of(recordIndex);
    }

    LogWriteException ofRecord(int index) {
        Throwable cause = getCause();
        return cause instanceof RecordTooLargeException
                ? new LogWriteException(String.valueOf(getMessage()), index, cause)
                : this;
    }

    /** What a failure of Kafka's producer means; {@code group} is also its transactional id. */
    static LogWriteException of(KafkaAccess access, String topic, String group, Throwable failure) {
        Throwable cause = known(failure);
        String kafka = "Kafka at " + access.bootstrapServers();
        return new LogWriteException(
                cause == null
                        ? kafka + " did not take records for topic " + topic + ": " + innermost(failure)
                                + ". Next: see the brokers' log, and the properties below kafka.properties"
                        : kafka + " " + sentence(cause, topic, group),
                NO_RECORD,
                cause == null ? failure : cause);
    }

    private static String sentence(Throwable cause, String topic, String group) {
        if (isFenced(cause)) {
            return "takes no more records from here: another process has begun to append the same input, as " + group
                    + ". Next: leave it to that one; if there is none, this one stood still for too long, and is to be"
                    + " started again";
        }
        if (cause instanceof RecordTooLargeException) {
            return "does not take a record as large as this one. Next: raise max.message.bytes of topic " + topic;
        }
        if (cause instanceof TransactionalIdAuthorizationException) {
            return "does not let this user write in transactions. Next: grant WRITE on transactional id " + group;
        }
        if (cause instanceof GroupAuthorizationException) {
            return "does not let this user keep how far it is. Next: grant READ on group " + group;
        }
        if (cause instanceof TopicAuthorizationException) {
            return "does not let this user write. Next: grant WRITE on topic " + topic
                    + ", and READ, by which its offsets" + " may be kept";
        }
        if (cause instanceof AuthenticationException) {
            return "and this user do not accept each other: " + cause.getMessage()
                    + ". Next: correct user, password, mechanism or certificates below kafka.properties";
        }
        return "did not take records for topic " + topic + " in time (" + cause.getMessage()
                + "). Next: check that the brokers run and have the replicas that min.insync.replicas asks for, then start"
                + " again";
    }

    private static boolean isFenced(Throwable cause) {
        return cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException;
    }

    /** The cause that says most; null if none is known. */
    private static @Nullable Throwable known(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (isFenced(cause)
                    || cause instanceof RecordTooLargeException
                    || cause instanceof TransactionalIdAuthorizationException
                    || cause instanceof GroupAuthorizationException
                    || cause instanceof TopicAuthorizationException
                    || cause instanceof AuthenticationException
                    || cause instanceof TimeoutException) {
                return cause;
            }
        }
        return null;
    }

    private static String innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
