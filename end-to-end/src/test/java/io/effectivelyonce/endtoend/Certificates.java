package io.effectivelyonce.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A self-signed certificate for 127.0.0.1: its key in {@code worker.p12}, and in {@code trust.p12} what believes it.
 *
 * @param password of both stores
 * @param trust    believes that certificate and no other
 */
record Certificates(String password, SSLContext trust) {
    private static final String NAME = "worker";
    private static final String PASSWORD = "stored-safely";

    static Certificates in(Path folder) throws IOException, GeneralSecurityException {
        Path keys = folder.resolve("worker.p12");
        generate(keys);
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(keys)) {
            own.load(file, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(NAME, own.getCertificate(NAME));
        try (OutputStream file = Files.newOutputStream(folder.resolve("trust.p12"))) {
            trusted.store(file, PASSWORD.toCharArray());
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext trust = SSLContext.getInstance("TLS");
        trust.init(null, managers.getTrustManagers(), null);
        return new Certificates(PASSWORD, trust);
    }

    private static void generate(Path keys) throws IOException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-keystore",
                        keys.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        NAME,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=worker",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-validity",
                        "2")
                .inheritIO()
                .start();
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException("keytool made no certificate");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while keytool made a certificate", e);
        }
    }
}
