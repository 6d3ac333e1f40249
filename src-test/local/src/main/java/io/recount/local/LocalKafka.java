package io.recount.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One Kafka broker in a child JVM on a class path of its own. It makes no topic by itself and keeps every record. A
 * kill -9 loses nothing that was acknowledged, because the operating system still has it.
 */
public final class LocalKafka extends EngineProcess implements KafkaEngine {

    private static final int HEAP_MEGABYTES = 512;

    private final int port;
    private final int controllerPort;
    private final Map<String, String> users;
    private final Optional<SelfSigned> identity;

    private LocalKafka(Builder builder) {
        super("Kafka", new EngineHome(builder.folder), builder.lifetime);
        port = home().port("broker", builder.port);
        controllerPort = home().port("controller", 0);
        users = Map.copyOf(builder.users);
        identity = builder.identity;
    }

    /**
     * A broker on that folder, on a port of its own that it keeps. If one runs there already, started by another JVM,
     * this is the way to stop it.
     */
    public static Builder builder(Path folder) {
        return new Builder(folder);
    }

    /** How the broker is to be. */
    public static final class Builder {

        private final Path folder;
        private int port;
        private Lifetime lifetime = Lifetime.ATTACHED;
        private Map<String, String> users = Map.of();
        private Optional<SelfSigned> identity = Optional.empty();

        private Builder(Path folder) {
            this.folder = folder;
        }

        /** The port of clients; 0 takes the one the folder had before, else a free one. */
        public Builder port(int wanted) {
            port = wanted;
            return this;
        }

        public Builder lifetime(Lifetime wanted) {
            lifetime = wanted;
            return this;
        }

        /** Users with their passwords, who log in by SASL/PLAIN; see {@link LocalKafka#loginServers()}. */
        public Builder users(Map<String, String> wanted) {
            users = wanted;
            return this;
        }

        /** What it shows to clients that come by TLS; see {@link LocalKafka#tlsServers()}. */
        public Builder tls(SelfSigned shown) {
            identity = Optional.of(shown);
            return this;
        }

        public LocalKafka build() {
            return new LocalKafka(this);
        }
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** The {@code bootstrap.servers} of the listener on which users log in. */
    public String loginServers() {
        return "127.0.0.1:" + home().port("login", 0);
    }

    /** The {@code bootstrap.servers} of the listener that speaks TLS. */
    public String tlsServers() {
        return "127.0.0.1:" + home().port("tls", 0);
    }

    @Override
    ChildJvm child() {
        List<String> arguments = new ArrayList<>(
                List.of(home().data().toString(), Integer.toString(port), Integer.toString(controllerPort)));
        if (!users.isEmpty()) {
            arguments.add(Integer.toString(home().port("login", 0)));
            users.forEach((name, password) -> arguments.add(name + "=" + password));
        }
        return new ChildJvm(
                "src-test/local/broker",
                "io.recount.local.broker.KafkaBroker",
                HEAP_MEGABYTES,
                List.of("-XX:+UseSerialGC"),
                arguments,
                identity.map(this::environment).orElse(Map.of()));
    }

    private Map<String, String> environment(SelfSigned shown) {
        return Map.of(
                "RECOUNT_KAFKA_TLS_PORT",
                Integer.toString(home().port("tls", 0)),
                "RECOUNT_KAFKA_TLS_STORE",
                shown.store().toAbsolutePath().toString(),
                "RECOUNT_KAFKA_TLS_PASSWORD",
                SelfSigned.PASSWORD);
    }
}
