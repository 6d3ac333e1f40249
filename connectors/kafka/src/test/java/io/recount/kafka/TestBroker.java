package io.recount.kafka;

import io.recount.local.LocalKafka;
import io.recount.local.SelfSigned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.FileUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A local broker for the tests of a class: empty before the first, gone after the last. */
final class TestBroker implements BeforeAllCallback, AfterAllCallback {

    private final Map<String, String> passwords;
    private final boolean isEncrypted;
    private @Nullable Path folder;
    private @Nullable SelfSigned identity;
    private @Nullable LocalLog log;

    private TestBroker(Map<String, String> passwords, boolean isEncrypted) {
        this.passwords = passwords;
        this.isEncrypted = isEncrypted;
    }

    static TestBroker open() {
        return new TestBroker(Map.of(), false);
    }

    /** One that also listens by TLS. */
    static TestBroker encrypted() {
        return new TestBroker(Map.of(), true);
    }

    /** One that also has users log in, and lets them do only what they are granted. */
    static TestBroker withUsers(Map<String, String> passwords) {
        return new TestBroker(passwords, false);
    }

    /** A Flink cluster that reads from it, with two slots. */
    static MiniClusterExtension readers() {
        return new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
                .setNumberTaskManagers(1)
                .setNumberSlotsPerTaskManager(2)
                .build());
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        folder = Files.createTempDirectory("recount-test-");
        LocalKafka.Builder builder = LocalKafka.builder(folder.resolve("kafka"));
        if (isEncrypted) {
            identity = SelfSigned.create(folder, "broker", "ip:127.0.0.1");
            builder.tls(identity);
        }
        if (!passwords.isEmpty()) {
            builder.users(passwords);
        }
        LocalKafka broker = builder.build();
        broker.start();
        log = new LocalLog(broker);
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (log != null) {
            log.close();
        }
        FileUtils.deleteDirectory(folder().toFile());
    }

    LocalLog log() {
        return Objects.requireNonNull(log);
    }

    /** Whom clients that want TLS have to trust. */
    SelfSigned identity() {
        return Objects.requireNonNull(identity);
    }

    Path folder() {
        return Objects.requireNonNull(folder);
    }
}
