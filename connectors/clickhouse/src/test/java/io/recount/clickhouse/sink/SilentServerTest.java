package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.ServerError.Outcome;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Requests to which nobody answers. */
final class SilentServerTest {

    @Test
    void nobodyThereIsTriedAgain() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (ClickHouseClient client = new ClickHouseClient(at(port))) {
            assertThatThrownBy(() -> client.text("SELECT 1"))
                    .isInstanceOfSatisfying(
                            ClickHouseFailure.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.RETRY));
        }
    }

    @Test
    void anInterruptEndsARequestThatHangs() throws Exception {
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        CountDownLatch accepted = new CountDownLatch(1);
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread accepting = new Thread(() -> {
                try {
                    silent.accept();
                    accepted.countDown();
                } catch (Exception e) {
                    outcome.completeExceptionally(e);
                }
            });
            accepting.start();
            ClickHouseClient client = new ClickHouseClient(at(silent.getLocalPort()));
            Thread asking = new Thread(() -> {
                try {
                    client.text("SELECT 1");
                } catch (Exception e) {
                    outcome.complete(e);
                }
            });
            asking.start();
            assertThat(accepted.await(30, TimeUnit.SECONDS)).isTrue();
            asking.interrupt();
            assertThat(outcome.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            client.close();
        }
    }

    private static ClickHouseAccess at(int port) {
        return new ClickHouseAccess(URI.create("http://127.0.0.1:" + port), "it", "default", new Secret(""));
    }
}
