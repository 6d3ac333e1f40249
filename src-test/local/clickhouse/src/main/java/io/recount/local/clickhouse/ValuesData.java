package io.recount.local.clickhouse;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Data of an {@code INSERT … VALUES}, watched for a second statement. The engine would read up to the semicolon, drop
 * the rest and report success; here the rest is refused while it is read, before the rows are written.
 */
final class ValuesData extends FilterInputStream {

    private enum State {
        ROWS,
        TEXT,
        ESCAPED,
        ENDED
    }

    private State state = State.ROWS;
    private long position;

    ValuesData(InputStream data) {
        super(data);
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        if (value >= 0) {
            watch((byte) value);
        }
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        for (int i = 0; i < count; i++) {
            watch(target[offset + i]);
        }
        return count;
    }

    private void watch(byte value) {
        position++;
        switch (state) {
            case ROWS -> {
                if (value == '\'') {
                    state = State.TEXT;
                } else if (value == ';') {
                    state = State.ENDED;
                }
            }
            case TEXT -> {
                if (value == '\\') {
                    state = State.ESCAPED;
                } else if (value == '\'') {
                    state = State.ROWS;
                }
            }
            case ESCAPED -> state = State.TEXT;
            case ENDED -> {
                if (value != ';' && !Tokens.isBlank(value)) {
                    throw Statement.secondStatement(position);
                }
            }
        }
    }
}
