package io.recount.pipeline.requests;

import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import io.recount.pipeline.types.RequestStatus;
import io.recount.pipeline.types.RequestStatusFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * All there is to read: the topic is small, and one reader reads it.
 *
 * @param isNew nothing is known of earlier work
 * @param timeline of the submission that wrote it
 * @param told how many rows of requests that submission had written
 */
record RequestSplit(boolean isNew, long timeline, RequestQueue.Snapshot known, long told) implements SourceSplit {

    static final RequestSplit NEW = new RequestSplit(true, 0, RequestQueue.Snapshot.EMPTY, 0);

    @Override
    public String splitId() {
        return "requests";
    }

    /** Packed. */
    static final class Format implements SimpleVersionedSerializer<RequestSplit> {

        /** Had no requests of the job's own. */
        private static final int FIRST_VERSION = 1;

        private static final int VERSION = 2;

        @Override
        public int getVersion() {
            return VERSION;
        }

        @Override
        public byte[] serialize(RequestSplit split) {
            PackedWriter out = new PackedWriter();
            out.unsigned(split.isNew() ? 1 : 0);
            out.unsigned(split.timeline());
            out.unsigned(split.told());
            out.unsigned(split.known().next().size());
            split.known().next().forEach((partition, next) -> {
                out.text(partition.log().text());
                out.unsigned(partition.partition());
                out.unsigned(next);
            });
            out.unsigned(split.known().open().size());
            split.known().open().forEach(request -> RequestStatusFormat.write(request, out));
            out.unsigned(split.known().filed().size());
            split.known().filed().stream().sorted().forEach(out::text);
            return out.toBytes();
        }

        @Override
        public RequestSplit deserialize(int version, byte[] bytes) throws IOException {
            if (version < FIRST_VERSION || version > VERSION) {
                throw new IOException(
                        "The state of the requests is of version " + version + ", and this release reads up to "
                                + VERSION + ". Next: run the release that wrote the state, or a newer one");
            }
            PackedReader in = new PackedReader(bytes);
            boolean isNew = in.unsigned() == 1;
            long timeline = in.unsigned();
            long told = in.unsigned();
            Map<LogPartition, Long> next = new HashMap<>();
            for (long left = in.unsigned(); left > 0; left--) {
                next.put(new LogPartition(LogName.parse(in.text()), (int) in.unsigned()), in.unsigned());
            }
            List<RequestStatus> open = new ArrayList<>();
            for (long left = in.unsigned(); left > 0; left--) {
                open.add(RequestStatusFormat.read(in));
            }
            Set<String> filed = new HashSet<>();
            for (long left = version == FIRST_VERSION ? 0 : in.unsigned(); left > 0; left--) {
                filed.add(in.text());
            }
            return new RequestSplit(isNew, timeline, new RequestQueue.Snapshot(next, open, filed), told);
        }
    }
}
