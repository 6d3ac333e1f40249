package io.recount.pipeline.scan;

import java.io.IOException;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A source of which every start does the whole work again has nothing to divide and nothing to remember. */
enum NoSplit implements SourceSplit {
    NOTHING;

    @Override
    public String splitId() {
        return name();
    }

    /** No bytes. */
    static final class Format implements SimpleVersionedSerializer<NoSplit> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(NoSplit split) {
            return new byte[0];
        }

        @Override
        public NoSplit deserialize(int version, byte[] bytes) throws IOException {
            if (version != getVersion() || bytes.length > 0) {
                throw new IOException("The state of the scan has " + bytes.length + " bytes of version " + version
                        + ", and this release keeps none. Next: run the release that wrote the state, or a newer one");
            }
            return NOTHING;
        }
    }
}
