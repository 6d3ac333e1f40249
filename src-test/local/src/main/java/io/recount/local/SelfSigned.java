package io.recount.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A key pair whose certificate nobody but itself vouches for, made with the JDK's keytool, for servers and clients of tests.
 *
 * @param store key and certificate, PKCS12 under {@link #PASSWORD}
 * @param certificate the certificate alone, PEM: whoever trusts it trusts the pair
 * @param key the key alone, PEM
 */
public record SelfSigned(Path store, Path certificate, Path key) {

    public static final String PASSWORD = "no-secret";

    private static final String ALIAS = "own";
    private static final int LINE = 64;

    /**
     * Makes one.
     *
     * @param name what its files are called
     * @param host for which it stands, as keytool writes it: {@code dns:localhost}, {@code ip:127.0.0.1}
     */
    public static SelfSigned create(Path folder, String name, String host)
            throws IOException, GeneralSecurityException, InterruptedException {
        Files.createDirectories(folder);
        SelfSigned made = new SelfSigned(
                folder.resolve(name + ".p12"), folder.resolve(name + ".pem"), folder.resolve(name + ".key"));
        made.keytool(
                "-genkeypair", "-keyalg", "RSA", "-dname", "CN=" + name, "-ext", "SAN=" + host, "-storetype", "PKCS12");
        made.keytool("-exportcert", "-rfc", "-file", made.certificate().toString());
        made.writeKey();
        return made;
    }

    private void writeKey() throws IOException, GeneralSecurityException {
        byte[] encoded = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())
                .getKey(ALIAS, PASSWORD.toCharArray())
                .getEncoded();
        String lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(encoded);
        Files.writeString(
                key,
                "-----BEGIN PRIVATE KEY-----\n" + lines + "\n-----END PRIVATE KEY-----\n",
                StandardCharsets.US_ASCII);
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        Path words = store.resolveSibling(store.getFileName() + ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", ALIAS, "-keystore", store.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(words.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + Files.readString(words));
        }
    }
}
