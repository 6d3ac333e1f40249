package io.recount.clickhouse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** Takes TLS on a port of its own and passes on what it carries to a server that does not speak it. */
final class TlsRelay implements AutoCloseable {

    private static final String PASSWORD = "relay-store";
    private static final int BACKLOG = 50;

    private final URI target;
    private final SSLServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private TlsRelay(URI target, SSLServerSocket server) {
        this.target = target;
        this.server = server;
    }

    static TlsRelay to(URI target, Identity identity) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(identity.store().toFile(), PASSWORD.toCharArray()), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        TlsRelay relay = new TlsRelay(target, (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
        relay.threads.execute(relay::accept);
        return relay;
    }

    /** A key of its own, and the file of the certificate that vouches for it. */
    record Identity(Path store, Path certificate) {

        /** Made with the JDK's keytool, for {@code localhost}. */
        static Identity create(Path folder, String name) throws IOException, InterruptedException {
            Identity identity = new Identity(folder.resolve(name + ".p12"), folder.resolve(name + ".pem"));
            keytool(
                    "-genkeypair",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "SAN=dns:localhost",
                    "-keystore",
                    identity.store().toString(),
                    "-storetype",
                    "PKCS12");
            keytool(
                    "-exportcert",
                    "-rfc",
                    "-file",
                    identity.certificate().toString(),
                    "-keystore",
                    identity.store().toString());
            return identity;
        }

        private static void keytool(String... arguments) throws IOException, InterruptedException {
            String keytool =
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
            Path words = Files.createTempFile("keytool", ".log");
            List<String> command = Stream.of(
                            Stream.of(keytool),
                            Stream.of(arguments),
                            Stream.of("-alias", "relay", "-storepass", PASSWORD))
                    .flatMap(part -> part)
                    .toList();
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(words.toFile())
                    .start();
            if (process.waitFor() != 0) {
                throw new IOException("keytool failed: " + Files.readString(words));
            }
        }
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
