package io.recount.local.clickhouse;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** An open streaming insert. Closed before {@link #finish} it is cancelled: the block being filled is not written. */
final class ChdbInsert implements AutoCloseable {

    private static final int CHUNK_BYTES = 1 << 20;

    private final LibChdb library;
    private final Pointer stream;
    private boolean finished;

    private ChdbInsert(LibChdb library, Pointer stream) {
        this.library = library;
        this.stream = stream;
    }

    /** Takes over a native stream; an error in it is thrown. */
    static ChdbInsert of(LibChdb library, Pointer stream) {
        ChdbInsert insert = new ChdbInsert(library, stream);
        String error = library.chdb_stream_insert_error(stream);
        if (error != null) {
            insert.close();
            throw EngineException.fromEngine(error);
        }
        return insert;
    }

    /** Passes on all data, through one buffer of bounded size; waits while the engine is behind. */
    void append(InputStream data) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (Memory memory = new Memory(CHUNK_BYTES)) {
            for (int count; (count = data.readNBytes(chunk, 0, CHUNK_BYTES)) > 0; ) {
                memory.write(0, chunk, 0, count);
                if (library.chdb_stream_append(stream, memory, count) != 0) {
                    throw failure(library.chdb_stream_insert_error(stream));
                }
            }
        }
    }

    /** Writes what is still buffered. When this returns, all rows are in the table. */
    ChdbResult finish() {
        finished = true;
        return ChdbResult.of(library, library.chdb_stream_done(stream));
    }

    @Override
    public void close() {
        if (!finished) {
            library.chdb_stream_cancel_insert(stream);
        }
        library.chdb_destroy_insert_stream(stream);
    }

    private static EngineException failure(@Nullable String error) {
        return EngineException.fromEngine(error == null ? "The engine refused data without saying why" : error);
    }
}
