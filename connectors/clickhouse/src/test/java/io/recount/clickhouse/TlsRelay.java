package io.recount.clickhouse;

import io.recount.local.SelfSigned;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Takes TLS on a port of its own and passes on what it carries to a server that does not speak it. */
final class TlsRelay implements AutoCloseable {

    private static final int BACKLOG = 50;

    private final URI target;
    private final SSLServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private TlsRelay(URI target, SSLServerSocket server) {
        this.target = target;
        this.server = server;
    }

    /** Whoever connects is served. */
    static TlsRelay to(URI target, SelfSigned identity) throws IOException, GeneralSecurityException {
        return to(target, identity, null);
    }

    /** Only who shows that certificate is served; null serves everybody. */
    static TlsRelay to(URI target, SelfSigned identity, @Nullable SelfSigned demanded)
            throws IOException, GeneralSecurityException {
        char[] password = SelfSigned.PASSWORD.toCharArray();
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(identity.store().toFile(), password), password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), demanded == null ? null : trust(demanded), null);
        SSLServerSocket server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(demanded != null);
        TlsRelay relay = new TlsRelay(target, server);
        relay.threads.execute(relay::accept);
        return relay;
    }

    private static TrustManager[] trust(SelfSigned client) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(client.certificate())) {
            trusted.setCertificateEntry(
                    "client", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust.getTrustManagers();
    }

    URI endpoint() {
        return URI.create("https://localhost:" + server.getLocalPort());
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = track(server.accept());
                Socket behind = track(new Socket(target.getHost(), target.getPort()));
                threads.execute(() -> copy(client, behind));
                threads.execute(() -> copy(behind, client));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private Socket track(Socket socket) {
        open.add(socket);
        return socket;
    }

    /** A peer that breaks off ends both ways; whether it may is what the test is about. */
    private void copy(Socket from, Socket into) {
        try (from;
                into;
                InputStream in = from.getInputStream()) {
            byte[] buffer = new byte[1 << 14];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                into.getOutputStream().write(buffer, 0, read);
                into.getOutputStream().flush();
            }
        } catch (IOException e) {
            open.remove(from);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
