package io.recount.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** ZooKeeper, from the classes that Flink brings, where a job manager keeps what another one needs to take over. */
final class LocalZooKeeper extends EngineProcess {

    private static final int HEAP_MEGABYTES = 128;

    private final int port;

    LocalZooKeeper(EngineHome home, Lifetime lifetime) {
        super("ZooKeeper", home, lifetime);
        port = home.port("client", 0);
    }

    /** What clients take as their quorum. */
    String quorum() {
        return "127.0.0.1:" + port;
    }

    @Override
    boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    ChildJvm child() {
        return new ChildJvm(
                LocalFlink.MODULE,
                "org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer",
                HEAP_MEGABYTES,
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                List.of("--zkConfigFile", configuration().toString(), "--peerId", "1"),
                Map.of());
    }

    private Path configuration() {
        Path file = home().folder().resolve("zoo.cfg");
        try {
            Files.createDirectories(home().folder());
            return Files.write(
                    file,
                    List.of(
                            // Sessions last 2 to 20 ticks: how soon a killed job manager's leadership ends.
                            "tickTime=1000",
                            "dataDir=" + home().data(),
                            "clientPortAddress=127.0.0.1",
                            "clientPort=" + port,
                            "admin.enableServer=false"));
        } catch (IOException e) {
            throw new UncheckedIOException("Can't write " + file, e);
        }
    }
}
