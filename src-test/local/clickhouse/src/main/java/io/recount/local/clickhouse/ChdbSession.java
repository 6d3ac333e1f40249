package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.Pointer;

/** One connection to the engine: runs one statement at a time, on one thread, and forgets everything when closed. */
final class ChdbSession implements AutoCloseable {

    private static final String NO_OUTPUT = "Null";

    private final LibChdb library;
    private final Pointer holder;
    private final Runnable closed;

    ChdbSession(LibChdb library, Pointer holder, Runnable closed) {
        this.library = library;
        this.holder = holder;
        this.closed = closed;
    }

    /** Runs a statement; its whole result stays in native memory until the result is closed. */
    ChdbResult query(String text, String format) {
        byte[] statement = text.getBytes(UTF_8);
        byte[] formatName = format.getBytes(UTF_8);
        return ChdbResult.of(
                library,
                library.chdb_query_n(connection(), statement, statement.length, formatName, formatName.length));
    }

    /** Runs a statement whose output does not matter. */
    void execute(String statement) {
        query(statement, NO_OUTPUT).close();
    }

    /**
     * Begins an insert whose data is streamed. Inline data must not take the way of {@link #query}: there the engine
     * stops reading at the first blank line and reports success.
     */
    ChdbInsert insert(String text, String format) {
        byte[] statement = text.getBytes(UTF_8);
        byte[] formatName = format.getBytes(UTF_8);
        return ChdbInsert.of(
                library,
                library.chdb_stream_insert_n(connection(), statement, statement.length, formatName, formatName.length));
    }

    @Override
    public void close() {
        library.chdb_close_conn(holder);
        closed.run();
    }

    private Pointer connection() {
        return holder.getPointer(0);
    }
}
