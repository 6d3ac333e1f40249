package io.recount.clickhouse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.flink.util.FileUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A local server for the tests of a class, each in a database of its own: empty before the first, gone after the last. */
public final class TestEngine implements BeforeAllCallback, AfterAllCallback {

    private @Nullable Path folder;
    private @Nullable TestServer server;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        folder = Files.createTempDirectory("recount-test-");
        server = TestServer.start(data());
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (server != null) {
            server.close();
        }
        FileUtils.deleteDirectory(folder().toFile());
    }

    public TestServer server() {
        return Objects.requireNonNull(server);
    }

    /** A new database with the ledger's table. */
    public TestServer database(String name) throws Exception {
        return server().database(name);
    }

    /** For files of the tests; the server's are in {@link #data}. */
    public Path folder() {
        return Objects.requireNonNull(folder);
    }

    public Path data() {
        return folder().resolve("clickhouse");
    }

    /** Where jobs may leave savepoints. */
    public String savepoints() {
        return folder().resolve("savepoints").toUri().toString();
    }
}
