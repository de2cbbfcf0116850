package io.effectivelyonce.elasticsearch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** An authority, and what it signs, made by the JDK's keytool in a folder. All passwords are {@link #PASSWORD}. */
final class Certificates {
    static final String PASSWORD = "changeit";

    private static final String AUTHORITY = "ca";

    private final Path folder;

    /** Makes the authority. */
    Certificates(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        this.folder = folder;
        keytool("-alias", AUTHORITY, "-dname", "CN=Test authority", "-ext", "bc:c");
        Certificate authority = load(all()).getCertificate(AUTHORITY);
        Files.writeString(authorityPem(), pem("CERTIFICATE", authority.getEncoded()));
        KeyStore trust = empty();
        trust.setCertificateEntry(AUTHORITY, authority);
        save(trust, trustStore());
    }

    /** A store with a key that has a certificate for that host or address, and the authority's certificate behind it. */
    Path signed(String name, String host) throws IOException, InterruptedException, GeneralSecurityException {
        keytool("-alias", name, "-dname", "CN=" + name, "-ext", "san=" + host, "-signer", AUTHORITY);
        KeyStore all = load(all());
        KeyStore own = empty();
        own.setKeyEntry(
                name, all.getKey(name, PASSWORD.toCharArray()), PASSWORD.toCharArray(), all.getCertificateChain(name));
        Path store = folder.resolve(name + ".p12");
        save(own, store);
        return store;
    }

    Path authorityPem() {
        return folder.resolve("authority.pem");
    }

    Path trustStore() {
        return folder.resolve("trust.p12");
    }

    /** The authority's SHA-256, with colons as tools print it. */
    String fingerprint() throws IOException, GeneralSecurityException {
        byte[] authority = load(all()).getCertificate(AUTHORITY).getEncoded();
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(authority);
        return HexFormat.ofDelimiter(":").withUpperCase().formatHex(hash);
    }

    /** The key of that name in PEM. */
    static String keyPem(Path store, String name) throws IOException, GeneralSecurityException {
        Key key = load(store).getKey(name, PASSWORD.toCharArray());
        return pem("PRIVATE KEY", key.getEncoded());
    }

    /** The certificates of that name in PEM. */
    static String chainPem(Path store, String name) throws IOException, GeneralSecurityException {
        StringBuilder chain = new StringBuilder();
        for (Certificate certificate : load(store).getCertificateChain(name)) {
            chain.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        return chain.toString();
    }

    private static String pem(String label, byte[] content) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + label
                + "-----\n";
    }

    static KeyStore load(Path store) throws IOException, GeneralSecurityException {
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            loaded.load(in, PASSWORD.toCharArray());
        }
        return loaded;
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static void save(KeyStore store, Path file) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private Path all() {
        return folder.resolve("all.p12");
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        command.addAll(List.of("-keyalg", "EC", "-validity", "9", "-keystore", all().toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + ": " + said);
        }
    }
}
