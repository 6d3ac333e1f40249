package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.Pointer;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

    /**
     * Runs a statement; its whole result stays in native memory until the result is closed.
     *
     * @param parameters the values of the statement's {@code {name:Type}}s, escaped as in TabSeparated
     */
    ChdbResult query(String text, String format, Map<String, String> parameters) {
        return ChdbResult.of(library, call(library::chdb_query_with_params_n, text, format, parameters));
    }

    /** Runs a statement whose output does not matter. */
    void execute(String statement) {
        query(statement, NO_OUTPUT, Map.of()).close();
    }

    /**
     * Begins an insert whose data is streamed. Inline data must not take the way of {@link #query}: there the engine
     * stops reading at the first blank line and reports success.
     */
    ChdbInsert insert(String text, String format, Map<String, String> parameters) {
        Pointer stream = call(library::chdb_stream_insert_with_params_n, text, format, parameters);
        return ChdbInsert.of(library, Objects.requireNonNull(stream, "The engine began no insert"));
    }

    /** A function of the library that takes a statement. */
    @FunctionalInterface
    private interface StatementFunction {

        @Nullable
        Pointer call(
                Pointer connection,
                byte[] statement,
                long statementLength,
                byte[] format,
                long formatLength,
                Pointer[] names,
                long[] nameLengths,
                Pointer[] values,
                long[] valueLengths,
                long count);
    }

    private @Nullable Pointer call(
            StatementFunction function, String text, String format, Map<String, String> parameters) {
        byte[] statement = text.getBytes(UTF_8);
        byte[] formatName = format.getBytes(UTF_8);
        try (NativeTexts names = new NativeTexts(parameters.keySet());
                NativeTexts values = new NativeTexts(parameters.values())) {
            return function.call(
                    connection(),
                    statement,
                    statement.length,
                    formatName,
                    formatName.length,
                    names.texts(),
                    names.lengths(),
                    values.texts(),
                    values.lengths(),
                    parameters.size());
        }
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
