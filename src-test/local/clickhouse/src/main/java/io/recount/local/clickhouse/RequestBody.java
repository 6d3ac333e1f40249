package io.recount.local.clickhouse;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The bytes a client sends. Readers on top of it close what they have read to the end; it stays open for the answer. It
 * knows whether the client broke off, which readers on top report just as they report bytes they can't decode.
 */
final class RequestBody extends FilterInputStream {

    private boolean brokenOff;

    RequestBody(InputStream in) {
        super(in);
    }

    /** Reads and forgets what the client still sends. */
    void drain() throws IOException {
        transferTo(OutputStream.nullOutputStream());
    }

    boolean isBrokenOff() {
        return brokenOff;
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (IOException e) {
            brokenOff = true;
            throw e;
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            return super.read(target, offset, length);
        } catch (IOException e) {
            brokenOff = true;
            throw e;
        }
    }

    @Override
    public void close() {}
}
