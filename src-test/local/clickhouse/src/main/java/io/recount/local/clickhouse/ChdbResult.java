package io.recount.local.clickhouse;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The result of a statement, in native memory until closed. */
final class ChdbResult implements AutoCloseable {

    private static final int COPY_BYTES = 1 << 16;

    /** What a statement read and wrote, as the engine counted it. */
    record Statistics(
            long readRows, long readBytes, long writtenRows, long writtenBytes, long resultRows, long elapsedNanos) {

        /** ClickHouse counts the rows of an insert as read and as its result, too. */
        Statistics ofInsert() {
            return new Statistics(writtenRows, writtenBytes, writtenRows, writtenBytes, writtenRows, elapsedNanos);
        }
    }

    private final LibChdb library;
    private final Pointer result;

    private ChdbResult(LibChdb library, Pointer result) {
        this.library = library;
        this.result = result;
    }

    /** Takes over a native result; an error in it is thrown. */
    static ChdbResult of(LibChdb library, @Nullable Pointer result) {
        if (result == null) {
            throw EngineException.of(
                    EngineException.UNKNOWN_EXCEPTION, "UNKNOWN_EXCEPTION", "The engine returned no result");
        }
        String error = library.chdb_result_error(result);
        if (error != null) {
            library.chdb_destroy_query_result(result);
            throw EngineException.fromEngine(error);
        }
        return new ChdbResult(library, result);
    }

    long length() {
        return library.chdb_result_length(result);
    }

    void writeTo(OutputStream out) throws IOException {
        Pointer buffer = library.chdb_result_buffer(result);
        if (buffer == null) {
            return;
        }
        byte[] copy = new byte[COPY_BYTES];
        long length = length();
        for (long offset = 0; offset < length; offset += COPY_BYTES) {
            int count = (int) Math.min(COPY_BYTES, length - offset);
            buffer.read(offset, copy, 0, count);
            out.write(copy, 0, count);
        }
    }

    Statistics statistics() {
        return new Statistics(
                library.chdb_result_storage_rows_read(result),
                library.chdb_result_storage_bytes_read(result),
                library.chdb_result_rows_written(result),
                library.chdb_result_bytes_written(result),
                library.chdb_result_rows_read(result),
                (long) (library.chdb_result_elapsed(result) * 1e9));
    }

    @Override
    public void close() {
        library.chdb_destroy_query_result(result);
    }
}
