package io.recount.local.broker;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * The process: {@code KafkaBroker DATA PORT CONTROLLER-PORT [SASL-PORT USER=PASSWORD…]}. One broker that is its own controller, on 127.0.0.1. It
 * makes no topic by itself and forgets no record: tests say what exists and what is gone. Writes the file named by the
 * system property {@code recount.ready} once clients can connect.
 *
 * <p>With users it has a second listener, on which they log in and may do what the broker's ACLs say, which at first is
 * nothing; the first listener is for administrators. The variables {@code RECOUNT_KAFKA_TLS_PORT}, {@code _STORE} (PKCS12) and
 * {@code _PASSWORD} add a listener for TLS.
 */
public final class KafkaBroker {

    private static final String HOST = "127.0.0.1";

    private KafkaBroker() {}

    public static void main(String[] arguments) throws IOException {
        Path data = Path.of(arguments[0]);
        Path logs = data.resolve("logs");
        Properties configuration = configuration(logs, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        if (arguments.length > 3) {
            addUsers(
                    configuration,
                    Integer.parseInt(arguments[3]),
                    List.of(arguments).subList(4, arguments.length));
        }
        addTls(configuration, System.getenv());
        if (!Files.exists(logs.resolve("meta.properties"))) {
            format(data.resolve("server.properties"), configuration);
        }
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(configuration), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "stop"));
        server.startup();
        System.out.println("Kafka answers on " + HOST + ":" + arguments[1] + ", data in " + data);
        String ready = System.getProperty("recount.ready");
        if (ready != null) {
            Files.createFile(Path.of(ready));
        }
        server.awaitShutdown();
    }

    private static void format(Path file, Properties configuration) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (Writer writer = Files.newBufferedWriter(file)) {
            configuration.store(writer, null);
        }
        int code = StorageTool.execute(
                new String[] {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()}, System.out);
        if (code != 0) {
            throw new IOException("The storage of " + file + " could not be formatted, exit code " + code);
        }
    }

    private static void addUsers(Properties properties, int port, List<String> users) {
        addListener(properties, "SASL", "SASL_PLAINTEXT", port);
        StringBuilder login = new StringBuilder("org.apache.kafka.common.security.plain.PlainLoginModule required");
        for (String user : users) {
            int separator = user.indexOf('=');
            login.append(" user_%s=\"%s\"".formatted(user.substring(0, separator), user.substring(separator + 1)));
        }
        properties.putAll(Map.of(
                "sasl.enabled.mechanisms",
                "PLAIN",
                "listener.name.sasl.plain.sasl.jaas.config",
                login.append(';').toString(),
                "authorizer.class.name",
                "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users",
                "User:ANONYMOUS"));
    }

    /** A listener of its own for TLS, if the environment says which port and what to show. */
    private static void addTls(Properties properties, Map<String, String> environment) {
        String port = environment.get("RECOUNT_KAFKA_TLS_PORT");
        if (port == null) {
            return;
        }
        addListener(properties, "TLS", "SSL", Integer.parseInt(port));
        properties.putAll(Map.of(
                "listener.name.tls.ssl.keystore.type",
                "PKCS12",
                "listener.name.tls.ssl.keystore.location",
                environment.get("RECOUNT_KAFKA_TLS_STORE"),
                "listener.name.tls.ssl.keystore.password",
                environment.get("RECOUNT_KAFKA_TLS_PASSWORD")));
    }

    private static void addListener(Properties properties, String name, String protocol, int port) {
        String listener = "," + name + "://" + HOST + ":" + port;
        properties.merge("listeners", listener, (all, one) -> all.toString() + one);
        properties.merge("advertised.listeners", listener, (all, one) -> all.toString() + one);
        properties.merge(
                "listener.security.protocol.map", "," + name + ":" + protocol, (all, one) -> all.toString() + one);
    }

    private static Properties configuration(Path logs, int port, int controllerPort) {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "process.roles",
                "broker,controller",
                "node.id",
                "1",
                "controller.quorum.voters",
                "1@" + HOST + ":" + controllerPort,
                "controller.listener.names",
                "CONTROLLER",
                "listeners",
                "PLAINTEXT://" + HOST + ":" + port + ",CONTROLLER://" + HOST + ":" + controllerPort,
                "advertised.listeners",
                "PLAINTEXT://" + HOST + ":" + port,
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs",
                logs.toString()));
        properties.putAll(Map.of(
                "auto.create.topics.enable", "false",
                "log.retention.ms", "-1",
                "log.retention.bytes", "-1"));
        // There is one broker, so nothing can have a replica.
        properties.putAll(Map.of(
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "share.coordinator.state.topic.replication.factor", "1",
                "share.coordinator.state.topic.min.isr", "1"));
        // Sized for a laptop.
        properties.putAll(Map.of(
                "offsets.topic.num.partitions", "1",
                "transaction.state.log.num.partitions", "1",
                "group.initial.rebalance.delay.ms", "0",
                "num.network.threads", "2",
                "num.io.threads", "2",
                "log.cleaner.dedupe.buffer.size", "16777216"));
        // After a kill -9 the controller lets the broker in again once its old session has run out.
        properties.putAll(Map.of("broker.session.timeout.ms", "4000", "broker.heartbeat.interval.ms", "1000"));
        return properties;
    }
}
