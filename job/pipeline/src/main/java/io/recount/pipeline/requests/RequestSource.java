package io.recount.pipeline.requests;

import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Lineage;
import io.recount.kafka.ControlTopic;
import io.recount.kafka.KafkaAccess;
import io.recount.pipeline.types.Invalidation;
import java.time.Clock;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests to compute cells again, and emits their pages, one after another. To be run with parallelism 1.
 *
 * <p>A job with state goes on where its checkpoint was, and one without where the table of requests is, as far as its rows
 * are of the job's history.
 *
 * @param topic with the requests; it need not be there
 * @param rate documents a second, for requests that name none
 * @param timeline this submission's
 * @param history what a job without state goes on from
 * @param own what the job itself asks for; a request whose id it has asked for before is passed over
 */
public record RequestSource(
        ClickHouseCluster cluster,
        KafkaAccess kafka,
        String topic,
        long rate,
        Model model,
        long timeline,
        Lineage history,
        List<RequestMessage.Ask> own)
        implements Source<Invalidation, RequestSplit, Boolean> {

    private static final long serialVersionUID = 2L;

    public RequestSource {
        own = List.copyOf(own);
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Invalidation, RequestSplit> createReader(SourceReaderContext context) {
        return new RequestReader(timeline, this::lane, context.metricGroup());
    }

    private RequestLane lane(RequestSplit split) {
        long bucketSeconds = model.document().bucket().toSeconds();
        return new RequestLane(
                new ControlTopic(kafka, topic),
                new Expansion(cluster, model),
                () -> new RequestQueue(
                        split.isNew() ? new WrittenRequests(cluster, history).read() : split.known(),
                        rate,
                        bucketSeconds),
                own,
                timeline,
                split.timeline() == timeline ? split.told() : 0,
                Clock.systemUTC());
    }

    @Override
    public SplitEnumerator<RequestSplit, Boolean> createEnumerator(SplitEnumeratorContext<RequestSplit> context) {
        return new OneSplit(context, RequestSplit.NEW);
    }

    @Override
    public SplitEnumerator<RequestSplit, Boolean> restoreEnumerator(
            SplitEnumeratorContext<RequestSplit> context, Boolean given) {
        return new OneSplit(context, given ? null : RequestSplit.NEW);
    }

    @Override
    public SimpleVersionedSerializer<RequestSplit> getSplitSerializer() {
        return new RequestSplit.Format();
    }

    @Override
    public SimpleVersionedSerializer<Boolean> getEnumeratorCheckpointSerializer() {
        return new GivenFormat();
    }

    /** Whether the split was given to the reader, whose state it is in then: a byte. */
    private static final class GivenFormat implements SimpleVersionedSerializer<Boolean> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Boolean given) {
            return new byte[] {(byte) (given ? 1 : 0)};
        }

        @Override
        public Boolean deserialize(int version, byte[] bytes) {
            return bytes[0] == 1;
        }
    }

    /** Gives the split to the one reader. */
    private static final class OneSplit implements SplitEnumerator<RequestSplit, Boolean> {

        private final SplitEnumeratorContext<RequestSplit> context;
        private @Nullable RequestSplit split;

        OneSplit(SplitEnumeratorContext<RequestSplit> context, @Nullable RequestSplit split) {
            this.context = context;
            this.split = split;
        }

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, @Nullable String host) {}

        @Override
        public void addSplitsBack(List<RequestSplit> splits, int subtask) {
            splits.forEach(back -> split = back);
        }

        @Override
        public void addReader(int subtask) {
            RequestSplit given = split;
            if (given != null) {
                context.assignSplit(given, subtask);
                split = null;
            }
        }

        @Override
        public Boolean snapshotState(long checkpoint) {
            return split == null;
        }

        @Override
        public void close() {}
    }
}
