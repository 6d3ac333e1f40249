package io.recount.clickhouse;

import io.recount.local.Await;
import io.recount.local.LocalClickHouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.metrics.SimpleCounter;

/** A local server with a database of its own, and how tests ask it. */
public final class TestServer implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofMinutes(1);

    private final LocalClickHouse engine;
    private final ClickHouseAccess access;
    private final ClickHouseClient client;

    private TestServer(LocalClickHouse engine, String database) {
        this.engine = engine;
        this.access =
                new ClickHouseAccess(engine.httpEndpoint(), database, engine.user(), new Secret(engine.password()));
        this.client = new ClickHouseClient(access);
    }

    /** Starts one on an empty folder. */
    public static TestServer start(Path folder) throws Exception {
        LocalClickHouse engine = LocalClickHouse.builder(folder).build();
        engine.start();
        return new TestServer(engine, "default");
    }

    /** The same server, with a new database that has the ledger's table. */
    public TestServer database(String name) throws Exception {
        // A test before this one may have restarted the engine under idle connections.
        Attempts attempts = Retries.onClock(DEADLINE, new SimpleCounter()).begin();
        attempts.run("Making a database", () -> client.execute("CREATE DATABASE IF NOT EXISTS " + name));
        TestServer own = new TestServer(engine, name);
        own.client.execute(ledgerTable().replace("${database}", name));
        return own;
    }

    public ClickHouseAccess access() {
        return access;
    }

    public ClickHouseClient client() {
        return client;
    }

    public LocalClickHouse engine() {
        return engine;
    }

    public void execute(String statement) throws Exception {
        client.execute(statement);
    }

    /** The lines a SELECT gives. */
    public List<String> lines(String select) {
        try {
            return Arrays.asList(client.text(select).strip().split("\n", -1));
        } catch (ClickHouseFailure e) {
            throw new UncheckedIOException(select, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public long number(String select) {
        return Long.parseLong(lines(select).get(0));
    }

    /** Waits until a SELECT gives at least a number. */
    public void awaitAtLeast(long expected, String select) {
        Await.until(
                () -> number(select) >= expected,
                DEADLINE,
                () -> select + " gives " + number(select) + ", not " + expected);
    }

    @Override
    public void close() {
        client.close();
        engine.close();
    }

    /** The statement that makes the ledger, with a placeholder for the database. */
    public static String ledgerTable() throws IOException {
        return Files.readString(Path.of(System.getProperty("recount.root"), "sql", "commits.sql"));
    }
}
