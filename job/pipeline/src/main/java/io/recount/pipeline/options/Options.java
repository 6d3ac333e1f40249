package io.recount.pipeline.options;

import static org.apache.flink.configuration.ConfigOptions.key;

import io.recount.kafka.GapPolicy;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/** Everything that can be configured. Keys are {@code area.noun.detail}. */
public final class Options {

    public static final ConfigOption<String> MODEL_FILE = key("model.file.path")
            .stringType()
            .noDefaultValue()
            .withDescription("The model file; a relative path starts at the configuration file.");

    public static final ConfigOption<String> KAFKA_SERVERS = key("kafka.bootstrap.servers")
            .stringType()
            .noDefaultValue()
            .withDescription("host:port of one or more brokers, separated by commas.");

    public static final ConfigOption<List<String>> KAFKA_TOPICS = key("kafka.topic.names")
            .stringType()
            .asList()
            .defaultValues("receipts")
            .withDescription("Topics with documents.");

    public static final ConfigOption<String> KAFKA_GROUP = key("kafka.group.id")
            .stringType()
            .defaultValue("recount")
            .withDescription("Consumer group whose offsets say what is published; nothing is read from them.");

    public static final ConfigOption<GapPolicy> KAFKA_GAP_POLICY = key("kafka.gap.policy")
            .enumType(GapPolicy.class)
            .defaultValue(GapPolicy.REFUSE)
            .withDescription(
                    "Records that were never read and are gone: refuse to start, or record the gap in log_gaps.");

    public static final ConfigOption<String> CLICKHOUSE_URL = key("clickhouse.endpoint.url")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "HTTP interface of ClickHouse: http://host:8123; of several shards a list, with weights other than 1 behind:"
                            + " http://host:8123 weight 2.");

    public static final ConfigOption<String> CLICKHOUSE_DATABASE = key("clickhouse.database.name")
            .stringType()
            .defaultValue("recount")
            .withDescription("Database of all tables and views.");

    public static final ConfigOption<String> CLICKHOUSE_USER =
            key("clickhouse.user.name").stringType().defaultValue("default").withDescription("User that writes.");

    public static final ConfigOption<String> CLICKHOUSE_PASSWORD_VARIABLE = key("clickhouse.password.variable")
            .stringType()
            .defaultValue("")
            .withDescription("Environment variable that holds the user's password; none means no password.");

    public static final ConfigOption<String> CLICKHOUSE_PASSWORD_FILE = key("clickhouse.password.file")
            .stringType()
            .defaultValue("")
            .withDescription("File that holds the user's password and nothing else, in place of the variable.");

    public static final ConfigOption<String> CLICKHOUSE_CA_FILE = key("clickhouse.tls.ca.file")
            .stringType()
            .defaultValue("")
            .withDescription("Authorities to trust at an https address, PEM; none means those of the JVM.");

    public static final ConfigOption<String> CLICKHOUSE_CERTIFICATE_FILE = key("clickhouse.tls.certificate.file")
            .stringType()
            .defaultValue("")
            .withDescription("Certificate to show to the server, PEM.");

    public static final ConfigOption<String> CLICKHOUSE_KEY_FILE = key("clickhouse.tls.key.file")
            .stringType()
            .defaultValue("")
            .withDescription("Key of that certificate, PEM.");

    public static final ConfigOption<StartFrom> START_FROM = key("start.from")
            .enumType(StartFrom.class)
            .defaultValue(StartFrom.STATE)
            .withDescription(
                    "Where a job without savepoint goes on: state (at the first record, if nothing is published), ledger (at"
                            + " the newest commit), earliest (at the first record; with --forget also where something is published).");

    public static final ConfigOption<Duration> CHECKPOINT_INTERVAL = key("checkpoint.interval.duration")
            .durationType()
            .defaultValue(Duration.ofSeconds(10))
            .withDescription("How often results are committed and become visible; 1 s to 10 min.");

    public static final ConfigOption<Duration> COMMIT_BUDGET = key("commit.budget.duration")
            .durationType()
            .defaultValue(Duration.ofMinutes(8))
            .withDescription("How long ClickHouse may be away before the job restarts; below the checkpoint timeout.");

    public static final ConfigOption<Duration> WATERMARK_DELAY = key("watermark.delay.duration")
            .durationType()
            .defaultValue(Duration.ofMinutes(5))
            .withDescription("How late documents usually are; later ones are counted as late, never dropped.");

    public static final ConfigOption<Duration> WATERMARK_IDLENESS = key("watermark.idle.duration")
            .durationType()
            .defaultValue(Duration.ofMinutes(1))
            .withDescription("A partition without documents for this long no longer holds the watermark.");

    public static final ConfigOption<Duration> SCAN_INTERVAL = key("scan.interval.duration")
            .durationType()
            .defaultValue(Duration.ofMinutes(10))
            .withDescription("How often the tables are searched for rows of abandoned runs; 1 s to 1 day.");

    public static final ConfigOption<MemorySize> STATE_CACHE = key("state.cache.bytes")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(256))
            .withDescription(
                    "Heap of a subtask for registers; three quarters of it may be touched and unpublished. 16 mb to 64 gb.");

    public static final ConfigOption<Duration> STATE_HOT = key("state.hot.duration")
            .durationType()
            .defaultValue(Duration.ofDays(7))
            .withDescription(
                    "Shifts (of models without shifts: days) not touched for so long of event time leave the state and are read"
                            + " back when they are needed; 1 s to 3650 d.");

    public static final ConfigOption<Integer> MESSAGE_BYTES = key("decode.message.bytes")
            .intType()
            .defaultValue(4_194_304)
            .withDescription("Larger messages become dead letters without being parsed; 1024 to 104857600.");

    public static final ConfigOption<Integer> EXCERPT_BYTES = key("errors.excerpt.bytes")
            .intType()
            .defaultValue(0)
            .withDescription("How much of a message its dead letter shows; it may hold what is private. 0 to 65536.");

    public static final ConfigOption<Boolean> DOCUMENTS_RAW = key("documents.raw.enabled")
            .booleanType()
            .defaultValue(false)
            .withDescription("Keep every message beside what was read of it, so that `errors replay` can read it again:"
                    + " documents and dead_letters then take as much room as the topic.");

    public static final ConfigOption<String> INVALIDATIONS_TOPIC = key("invalidations.topic.name")
            .stringType()
            .defaultValue("recount.invalidations")
            .withDescription("Topic with requests to compute cells again; it need not be there before the first.");

    public static final ConfigOption<Integer> INVALIDATIONS_RATE = key("invalidations.document.rate")
            .intType()
            .defaultValue(10_000)
            .withDescription("Documents a second that history is computed again with; live traffic goes on beside it."
                    + " 1 to 10000000.");

    public static final ConfigOption<String> FROZEN_BEFORE = key("retention.frozen.before")
            .stringType()
            .defaultValue("")
            .withDescription(
                    "A day, such as 2025-01-01: cells before it (UTC) never change again, and documents for them are"
                            + " ignored. It can only be moved to a later one.");

    public static final ConfigOption<String> SWEEP_TIME = key("sweep.daily.time")
            .stringType()
            .defaultValue("")
            .withDescription(
                    "A time of the day (UTC), such as 02:00: from then on the day before is computed again and compared, once.");

    public static final ConfigOption<Duration> HISTORY_KEPT = key("history.cell.duration")
            .durationType()
            .defaultValue(Duration.ZERO)
            .withDescription(
                    "How long every published value of a cell is kept for `explain`, also when newer ones have"
                            + " replaced it; 0: only as long as no merge has removed it. `schema apply` sets it. At most 3650 d.");

    private Options() {}

    /** In the order in which people read them. */
    public static List<ConfigOption<?>> all() {
        return List.of(
                MODEL_FILE,
                KAFKA_SERVERS,
                KAFKA_TOPICS,
                KAFKA_GROUP,
                KAFKA_GAP_POLICY,
                CLICKHOUSE_URL,
                CLICKHOUSE_DATABASE,
                CLICKHOUSE_USER,
                CLICKHOUSE_PASSWORD_VARIABLE,
                CLICKHOUSE_PASSWORD_FILE,
                CLICKHOUSE_CA_FILE,
                CLICKHOUSE_CERTIFICATE_FILE,
                CLICKHOUSE_KEY_FILE,
                START_FROM,
                CHECKPOINT_INTERVAL,
                COMMIT_BUDGET,
                WATERMARK_DELAY,
                WATERMARK_IDLENESS,
                SCAN_INTERVAL,
                STATE_CACHE,
                STATE_HOT,
                MESSAGE_BYTES,
                EXCERPT_BYTES,
                DOCUMENTS_RAW,
                INVALIDATIONS_TOPIC,
                INVALIDATIONS_RATE,
                FROZEN_BEFORE,
                SWEEP_TIME,
                HISTORY_KEPT);
    }
}
