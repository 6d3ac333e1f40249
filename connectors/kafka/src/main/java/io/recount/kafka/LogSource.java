package io.recount.kafka;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The source: every committed record of the topics, once, from where it was told to begin, without end; partitions that are
 * added later from their first record.
 *
 * <p>It knows topics by id, and its positions are the consumer's, markers of transactions included. So it can tell what is
 * lost from what was never there: a position that the log no longer holds ends the job for good, and so does a topic that
 * was created again.
 *
 * <p>It commits no offsets. What a group has committed says what has been published, and only whoever publishes knows: see
 * {@link GroupOffsets}.
 */
public final class LogSource implements Source<LogElement, LogSplit, Discovered>, ResultTypeQueryable<LogElement> {

    private static final long serialVersionUID = 1;

    private final KafkaAccess access;
    private final StartOffsets start;

    private LogSource(KafkaAccess access, StartOffsets start) {
        this.access = access;
        this.start = start;
    }

    /**
     * A source.
     *
     * @param access the log
     * @param start where a job without state begins; see {@link LogCheck#plan}
     */
    public static LogSource of(KafkaAccess access, StartOffsets start) {
        return new LogSource(access, start);
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<LogElement, LogSplit> createReader(SourceReaderContext context) {
        return LogReader.of(access, context);
    }

    @Override
    public SplitEnumerator<LogSplit, Discovered> createEnumerator(SplitEnumeratorContext<LogSplit> context) {
        return new LogEnumerator(access, start, context, null);
    }

    @Override
    public SplitEnumerator<LogSplit, Discovered> restoreEnumerator(
            SplitEnumeratorContext<LogSplit> context, Discovered restored) {
        return new LogEnumerator(access, start, context, restored);
    }

    @Override
    public SimpleVersionedSerializer<LogSplit> getSplitSerializer() {
        return LogSplitSerializer.INSTANCE;
    }

    @Override
    public SimpleVersionedSerializer<Discovered> getEnumeratorCheckpointSerializer() {
        return DiscoveredSerializer.INSTANCE;
    }

    @Override
    public TypeInformation<LogElement> getProducedType() {
        return LogElementTypeInfo.INSTANCE;
    }
}
