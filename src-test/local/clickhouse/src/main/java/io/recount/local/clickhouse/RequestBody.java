package io.recount.local.clickhouse;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The bytes a client sends. Readers on top of it close what they have read to the end; it stays open for the answer. */
final class RequestBody extends FilterInputStream {

    RequestBody(InputStream in) {
        super(in);
    }

    /** Reads and forgets what the client still sends. */
    void drain() throws IOException {
        in.transferTo(OutputStream.nullOutputStream());
    }

    @Override
    public void close() {}
}
