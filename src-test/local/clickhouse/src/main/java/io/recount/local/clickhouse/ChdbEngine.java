package io.recount.local.clickhouse;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The engine of this process: one data directory, any number of sessions. One idle connection keeps it up, because the
 * engine stops with its last connection.
 *
 * <p>A session is a fresh connection and lives for one request. Opening one takes less than a millisecond, and nothing a
 * request sets (settings, parameters, current database, temporary tables) can reach the next, however it ends.
 */
final class ChdbEngine {

    /** A bare word is not a SELECT on a server; the embedded engine would take it for one. */
    private static final String SERVER_DIALECT = "--implicit_select=0";

    private final LibChdb library;
    private final Path data;
    private final Pointer keeper;
    /** One party a session, and one for {@link #drain}: the phase ends when drain waits and no session is left. */
    private final Phaser sessions = new Phaser(1);

    private volatile boolean stopping;

    private ChdbEngine(LibChdb library, Path data, Pointer keeper) {
        this.library = library;
        this.data = data;
        this.keeper = keeper;
    }

    /** Boots the engine; {@code serverOptions} look like {@code --mark_cache_size=…} and hold for the whole process. */
    static ChdbEngine boot(Path libraryFile, Path data, List<String> serverOptions) {
        LibChdb library =
                Native.load(libraryFile.toString(), LibChdb.class, Map.of(Library.OPTION_STRING_ENCODING, "UTF-8"));
        // The engine's handlers would take SIGTERM and SIGSEGV away from the JVM.
        library.chdb_set_signal_handlers_enabled(0);
        return new ChdbEngine(library, data, connect(library, data, serverOptions));
    }

    /** Opens a session; refused once the engine is being stopped. */
    ChdbSession open() {
        if (stopping) {
            throw EngineException.of(EngineException.ABORTED, "ABORTED", "The server is being stopped");
        }
        sessions.register();
        try {
            Pointer holder = connect(library, data, List.of(SERVER_DIALECT));
            return new ChdbSession(library, holder, sessions::arriveAndDeregister);
        } catch (RuntimeException e) {
            sessions.arriveAndDeregister();
            throw e;
        }
    }

    /** Refuses new sessions from now on and waits for the open ones to be closed; false if some still were not. */
    boolean drain(long timeout, TimeUnit unit) throws InterruptedException {
        stopping = true;
        try {
            sessions.awaitAdvanceInterruptibly(sessions.arrive(), timeout, unit);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /**
     * Stops the engine. To be called after {@link #drain}. The library also says whether it stopped all its threads,
     * which means nothing here: it takes threads that the JVM started later for its own.
     */
    void shutdown() {
        library.chdb_close_conn(keeper);
        library.chdb_shutdown();
    }

    private static Pointer connect(LibChdb library, Path data, List<String> options) {
        List<String> arguments = new ArrayList<>(List.of("clickhouse", "--path=" + data));
        arguments.addAll(options);
        Pointer holder = library.chdb_connect(arguments.size(), new StringArray(arguments.toArray(String[]::new)));
        if (holder == null) {
            throw EngineException.of(
                    EngineException.UNKNOWN_EXCEPTION,
                    "UNKNOWN_EXCEPTION",
                    "The engine refused to open " + data + "; the lines above say why");
        }
        return holder;
    }
}
