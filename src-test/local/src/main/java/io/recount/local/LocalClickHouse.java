package io.recount.local;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * ClickHouse's own engine, libchdb, behind its HTTP interface, in a child JVM. Clients work against it unchanged. It
 * keeps no query log, has no Keeper and no native port. What was acknowledged survives a kill of the process, though
 * not a loss of power.
 */
public final class LocalClickHouse extends EngineProcess implements ClickHouseEngine {

    private static final String HTTP_PORT = "http";
    /** The rows of a server are outside the heap. */
    private static final int HEAP_MEGABYTES = 256;

    private static final List<String> SERVER_OPTIONS = List.of(
            "--max_server_memory_usage=6000000000",
            "--mark_cache_size=268435456",
            "--index_mark_cache_size=67108864",
            "--mmap_cache_size=1024");

    private final int port;
    private final String user;
    private final String password;
    private final List<String> ownOptions;

    private LocalClickHouse(Builder builder) {
        super("ClickHouse", new EngineHome(builder.folder), builder.lifetime);
        port = home().port(HTTP_PORT, builder.port);
        user = builder.user;
        password = builder.password;
        ownOptions = List.copyOf(builder.ownOptions);
    }

    /**
     * An engine on that folder, on a port of its own that it keeps, for the user {@code default} without a password. If
     * one runs there already, started by another JVM, this is the way to stop it.
     */
    public static Builder builder(Path folder) {
        return new Builder(folder);
    }

    /** How the engine is to be. */
    public static final class Builder {

        private final Path folder;
        private int port;
        private String user = "default";
        private String password = "";
        private Lifetime lifetime = Lifetime.ATTACHED;
        private final List<String> ownOptions = new ArrayList<>();

        private Builder(Path folder) {
            this.folder = folder;
        }

        /** The HTTP port; 0 takes the one the folder had before, else a free one. */
        public Builder port(int wanted) {
            port = wanted;
            return this;
        }

        /** The only user the server lets in. */
        public Builder credentials(String name, String secret) {
            user = name;
            password = secret;
            return this;
        }

        public Builder lifetime(Lifetime wanted) {
            lifetime = wanted;
            return this;
        }

        /** A server's configuration file, for rights and profiles of the user {@code default}: {@code users_config} in it. */
        public Builder configuration(Path file) {
            ownOptions.add("--config-file=" + file.toAbsolutePath());
            return this;
        }

        public LocalClickHouse build() {
            return new LocalClickHouse(this);
        }
    }

    @Override
    public URI httpEndpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public String user() {
        return user;
    }

    @Override
    public String password() {
        return password;
    }

    @Override
    ChildJvm child() {
        List<String> arguments = new ArrayList<>(
                List.of(ChdbLibrary.find().toString(), home().data().toString(), Integer.toString(port)));
        arguments.addAll(SERVER_OPTIONS);
        arguments.addAll(ownOptions);
        return new ChildJvm(
                "src-test/local/clickhouse",
                "io.recount.local.clickhouse.ClickHouseServer",
                HEAP_MEGABYTES,
                List.of("-XX:+UseSerialGC"),
                arguments,
                Map.of("RECOUNT_CLICKHOUSE_USER", user, "RECOUNT_CLICKHOUSE_PASSWORD", password));
    }
}
