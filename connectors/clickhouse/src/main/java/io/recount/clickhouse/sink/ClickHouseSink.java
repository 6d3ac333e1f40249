package io.recount.clickhouse.sink;

import static java.util.Objects.requireNonNull;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.CommitListener;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.StartListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows into ClickHouse in two phases and keeps a ledger of what is published.
 *
 * <pre>
 *  rows, progress ─▶ writer (n) ─blocks, progress─▶ aggregator (1) ─blocks, seal─▶ committer (1 of n)
 *                       │ ON_WRITE rows                                                 │ after the checkpoint completed:
 *                       ▼ before the checkpoint                                         ▼ ON_COMMIT rows, then the ledger row
 *                    ClickHouse                                                      ClickHouse
 * </pre>
 *
 * <p>Rows of a checkpoint are visible before its ledger row, and no ledger row is written before all of them. Checkpoints
 * have to be aligned and exactly-once. A server that is away makes the job wait; what cannot be written within the budget
 * fails the job and is written when it comes back. A start that does not go on from what is published is refused, unless
 * the job sees to it ({@link UnseenRows}); a job whose successor has started stops for good.
 *
 * <p>The sink needs a uid: {@code stream.sinkTo(sink).uid("clickhouse")}. The aggregator's is then
 * {@code clickhouse: aggregator}.
 */
public final class ClickHouseSink
        implements Sink<SinkElement>,
                SupportsCommitter<Committable>,
                SupportsPreCommitTopology<WriteResult, Committable> {

    private static final long serialVersionUID = 1;

    private final SinkSettings settings;
    private final CommitListener listener;
    private final StartListener startListener;

    private ClickHouseSink(SinkSettings settings, CommitListener listener, StartListener startListener) {
        this.settings = settings;
        this.listener = listener;
        this.startListener = startListener;
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public SinkWriter<SinkElement> createWriter(WriterInitContext context) {
        return BlockWriter.create(settings, context.metricGroup());
    }

    @Override
    public DataStream<CommittableMessage<Committable>> addPreCommitTopology(
            DataStream<CommittableMessage<WriteResult>> written) {
        return written.global()
                .transform(
                        "Seal checkpoints",
                        CommittableMessageTypeInfo.of(CommittableFormat::new),
                        new CheckpointAggregator(settings, startListener))
                .uid("aggregator")
                .setParallelism(1)
                .setMaxParallelism(1)
                .global();
    }

    @Override
    public Committer<Committable> createCommitter(CommitterInitContext context) {
        // Only the first subtask is sent anything; gauges of the others would tell of commits that never come.
        boolean commits = context.getTaskInfo().getIndexOfThisSubtask() == 0;
        return BlockCommitter.create(
                settings, listener, commits ? context.metricGroup() : new UnregisteredMetricsGroup());
    }

    @Override
    public SimpleVersionedSerializer<WriteResult> getWriteResultSerializer() {
        return new WriteResultFormat();
    }

    @Override
    public SimpleVersionedSerializer<Committable> getCommittableSerializer() {
        return new CommittableFormat();
    }

    /** Collects what a sink needs: access or cluster, at least one table, and a timeline. */
    public static final class Builder {

        private static final Duration DEFAULT_BUDGET = Duration.ofMinutes(8);

        private @Nullable ClickHouseCluster cluster;
        private final List<SinkTable> tables = new ArrayList<>();
        private long timeline;
        private String job = "";
        private @Nullable Seal startAfter;
        private UnseenRows unseenRows = UnseenRows.REFUSE;
        private Duration budget = DEFAULT_BUDGET;
        private CommitListener listener = new Silent();
        private StartListener startListener = new Silent();

        private Builder() {}

        /** One server that takes all rows. */
        public Builder access(ClickHouseAccess server) {
            return cluster(ClickHouseCluster.of(server));
        }

        /** The shards, which take rows by {@link io.recount.clickhouse.TableRow#shardHash}; the first has the ledger. */
        public Builder cluster(ClickHouseCluster shards) {
            cluster = shards;
            return this;
        }

        /** Adds a table; rows name tables by the order in which they were added, from 0. */
        public Builder table(SinkTable table) {
            TypeText.check(table);
            tables.add(table);
            return this;
        }

        /**
         * This submission's number: seconds since the epoch, taken once where the job is submitted. It has to be greater than
         * that of every earlier submission, and not more than a few minutes ahead of the server's clock.
         */
        public Builder timeline(long secondsSinceEpoch) {
            timeline = secondsSinceEpoch;
            return this;
        }

        /** What the ledger's rows call this job: a name, a version. */
        public Builder job(String description) {
            job = description;
            return this;
        }

        /** What a job that is started without state goes on from; ignored when there is state. */
        public Builder startAfter(Seal seal) {
            startAfter = seal;
            return this;
        }

        /** What becomes of published rows that the start's history does not contain: {@link UnseenRows#REFUSE} by default. */
        public Builder unseenRows(UnseenRows what) {
            unseenRows = what;
            return this;
        }

        /**
         * How long a commit, or what is written at a barrier, is tried again before it fails the job: one budget for all of
         * its blocks. 8 minutes by default; keep it below the checkpoint timeout.
         */
        public Builder commitBudget(Duration longest) {
            budget = longest;
            return this;
        }

        public Builder commitListener(CommitListener told) {
            listener = told;
            return this;
        }

        public Builder startListener(StartListener told) {
            startListener = told;
            return this;
        }

        public ClickHouseSink build() {
            requireNonNull(cluster, "access or cluster");
            if (tables.isEmpty()) {
                throw new IllegalArgumentException("The sink has no tables");
            }
            if (timeline <= 0) {
                throw new IllegalArgumentException("The sink has no timeline: give it the time of the submission");
            }
            SinkSettings settings = new SinkSettings(
                    cluster,
                    tables,
                    timeline,
                    new Submission(UUID.randomUUID().toString(), job, cluster.weights()),
                    startAfter,
                    unseenRows,
                    BlockLimits.DEFAULT,
                    budget);
            return new ClickHouseSink(settings, listener, startListener);
        }
    }

    /** Nobody wants to know. */
    private record Silent() implements CommitListener, StartListener {
        @Override
        public void committed(Seal seal) {}

        @Override
        public void startsAfter(Seal commit) {}

        @Override
        public void close() {}
    }
}
