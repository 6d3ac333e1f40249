package io.recount.clickhouse;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the server's error codes mean for a write, in one table. A code that is not in it fails the job.
 *
 * <p>The server's own words are repeated only where they cannot hold values of rows.
 */
public enum ServerError {
    // The server, or something behind it, is busy, starting, or not there: the same block may go in a moment later.
    CANNOT_OPEN_FILE(76, Outcome.RETRY, true, "check the server's disk"),
    CANNOT_WRITE_TO_FILE_DESCRIPTOR(75, Outcome.RETRY, true, "check the server's disk"),
    TIMEOUT_EXCEEDED(159, Outcome.RETRY, true, "check the server's load and max_execution_time of the user's profile"),
    TOO_SLOW(160, Outcome.RETRY, true, "check the server's load"),
    DNS_ERROR(198, Outcome.RETRY, true, "check the names in the server's cluster definition"),
    QUOTA_EXCEEDED(201, Outcome.RETRY, true, "raise the user's quota or wait until it renews"),
    TOO_MANY_SIMULTANEOUS_QUERIES(202, Outcome.RETRY, true, "raise max_concurrent_queries or lower the load"),
    NO_FREE_CONNECTION(203, Outcome.RETRY, true, "check the server's load"),
    SOCKET_TIMEOUT(209, Outcome.RETRY, true, "check the network between the servers"),
    NETWORK_ERROR(210, Outcome.RETRY, true, "check the network between the servers"),
    NO_ZOOKEEPER(225, Outcome.RETRY, true, "check the server's Keeper"),
    ABORTED(236, Outcome.RETRY, true, "wait until the server has started again"),
    MEMORY_LIMIT_EXCEEDED(241, Outcome.RETRY, true, "raise max_memory_usage or lower the load"),
    TABLE_IS_READ_ONLY(242, Outcome.RETRY, true, "check the server's Keeper and the table's replica"),
    NOT_ENOUGH_SPACE(243, Outcome.RETRY, true, "free disk space on the server"),
    TOO_MANY_PARTS(252, Outcome.RETRY, true, "wait for merges, or lengthen the checkpoint interval"),
    ALL_CONNECTION_TRIES_FAILED(279, Outcome.RETRY, true, "check the shards of the cluster"),
    TOO_FEW_LIVE_REPLICAS(285, Outcome.RETRY, true, "check the table's replicas"),
    UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE(286, Outcome.RETRY, true, "check the table's replicas"),
    UNKNOWN_STATUS_OF_INSERT(319, Outcome.RETRY, true, "check the server's Keeper"),
    QUERY_WAS_CANCELLED(394, Outcome.RETRY, true, "find out who kills the sink's queries"),
    SYSTEM_ERROR(425, Outcome.RETRY, true, "check the server's log"),
    CANNOT_SCHEDULE_TASK(439, Outcome.RETRY, true, "raise max_thread_pool_size or lower the load"),
    DEADLOCK_AVOIDED(473, Outcome.RETRY, true, "find out who alters the table"),
    S3_ERROR(499, Outcome.RETRY, true, "check the server's object storage"),
    SERVER_OVERLOADED(745, Outcome.RETRY, true, "lower the server's load"),
    KEEPER_EXCEPTION(999, Outcome.RETRY, true, "check the server's Keeper"),

    // The rows are there.
    INSERT_WAS_DEDUPLICATED(389, Outcome.ALREADY_DONE, true, "nothing"),

    // Somebody has to change something first.
    TOO_MANY_PARTITIONS(
            252, "partitions for single INSERT block", "tell rows of two partitions apart by their partition"),
    NO_SUCH_COLUMN_IN_TABLE(16, Outcome.PERMANENT, true, "apply the schema this job was built for"),
    NUMBER_OF_COLUMNS_DOESNT_MATCH(20, Outcome.PERMANENT, true, "apply the schema this job was built for"),
    CANNOT_PARSE_INPUT_ASSERTION_FAILED(27, Outcome.PERMANENT, false, "compare the columns' types with the table's"),
    CANNOT_READ_ALL_DATA(33, Outcome.PERMANENT, false, "compare the columns' types with the table's"),
    UNKNOWN_IDENTIFIER(47, Outcome.PERMANENT, true, "apply the schema this job was built for"),
    UNKNOWN_TYPE(50, Outcome.PERMANENT, true, "this version of the server does not know the type; upgrade it"),
    TYPE_MISMATCH(53, Outcome.PERMANENT, false, "compare the columns' types with the table's"),
    UNKNOWN_TABLE(60, Outcome.PERMANENT, true, "apply the schema, or set the right database"),
    SYNTAX_ERROR(62, Outcome.PERMANENT, false, "report it, with the server's version"),
    CANNOT_CONVERT_TYPE(70, Outcome.PERMANENT, false, "compare the columns' types with the table's"),
    UNKNOWN_DATABASE(81, Outcome.PERMANENT, true, "create the database, or set the right one"),
    UNKNOWN_SETTING(115, Outcome.PERMANENT, true, "this version of the server is too old; upgrade it"),
    INCORRECT_DATA(117, Outcome.PERMANENT, false, "compare the columns' types with the table's"),
    TOO_LARGE_STRING_SIZE(131, Outcome.PERMANENT, false, "compare the columns' types with the table's"),
    READONLY(164, Outcome.PERMANENT, true, "give the user a profile with readonly = 0"),
    SIZES_OF_ARRAYS_DONT_MATCH(
            190, Outcome.PERMANENT, false, "look for rows that somebody has changed by hand: recount audit finds them"),
    UNKNOWN_USER(192, Outcome.PERMANENT, true, "create the user"),
    WRONG_PASSWORD(193, Outcome.PERMANENT, true, "set the user's password"),
    SETTING_CONSTRAINT_VIOLATION(452, Outcome.PERMANENT, true, "let the user's profile change the setting"),
    VIOLATED_CONSTRAINT(469, Outcome.PERMANENT, false, "compare the table's constraints with what the job writes"),
    ACCESS_DENIED(497, Outcome.PERMANENT, true, "grant the user what the server names"),
    AUTHENTICATION_FAILED(516, Outcome.PERMANENT, true, "check the user's name and password");

    private static final Map<Integer, List<ServerError>> BY_CODE =
            Arrays.stream(values()).collect(Collectors.groupingBy(ServerError::code));

    /** What a writer does about an error. */
    public enum Outcome {
        /** Tries the same again, later. */
        RETRY,
        /** Takes it for a success. */
        ALREADY_DONE,
        /** Fails. */
        PERMANENT
    }

    private final int code;
    private final String phrase;
    private final Outcome outcome;
    private final boolean quotable;
    private final String nextStep;

    /** A code that stands for two errors: this one is told by a phrase of the server's message. */
    ServerError(int code, String phrase, String nextStep) {
        this.code = code;
        this.phrase = phrase;
        this.outcome = Outcome.PERMANENT;
        this.quotable = true;
        this.nextStep = nextStep;
    }

    ServerError(int code, Outcome outcome, boolean quotable, String nextStep) {
        this.code = code;
        this.phrase = "";
        this.outcome = outcome;
        this.quotable = quotable;
        this.nextStep = nextStep;
    }

    /**
     * The error, or nothing if the table has none of this code.
     *
     * @param words the server's message; told apart by it where a code stands for two errors
     */
    public static Optional<ServerError> of(int code, String words) {
        return BY_CODE.getOrDefault(code, List.of()).stream()
                .filter(error -> words.contains(error.phrase))
                .max(Comparator.comparingInt(error -> error.phrase.length()));
    }

    public int code() {
        return code;
    }

    public Outcome outcome() {
        return outcome;
    }

    /** Whether the server's message holds names only and no values of rows. */
    boolean isQuotable() {
        return quotable;
    }

    /** What a person does about it. */
    public String nextStep() {
        return nextStep;
    }
}
