package io.recount.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One Kafka broker in a child JVM on a class path of its own. It makes no topic by itself and keeps every record. A
 * kill -9 loses nothing that was acknowledged, because the operating system still has it.
 */
public final class LocalKafka extends EngineProcess implements KafkaEngine {

    private static final int HEAP_MEGABYTES = 512;

    private final int port;
    private final int controllerPort;

    private LocalKafka(Builder builder) {
        super("Kafka", new EngineHome(builder.folder), builder.lifetime);
        port = home().port("broker", builder.port);
        controllerPort = home().port("controller", 0);
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

        public LocalKafka build() {
            return new LocalKafka(this);
        }
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    @Override
    ChildJvm child() {
        return new ChildJvm(
                "src-test/local/broker",
                "io.recount.local.broker.KafkaBroker",
                HEAP_MEGABYTES,
                List.of("-XX:+UseSerialGC"),
                List.of(home().data().toString(), Integer.toString(port), Integer.toString(controllerPort)),
                Map.of());
    }
}
