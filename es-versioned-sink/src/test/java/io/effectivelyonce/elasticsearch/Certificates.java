package io.effectivelyonce.elasticsearch;

import java.io.IOException;
import java.io.InputStream;
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

    private final Path folder;

    /** Makes the authority. */
    Certificates(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        keytool(
                "ca.p12",
                "-genkeypair",
                "-alias",
                "ca",
                "-dname",
                "CN=Test authority",
                "-keyalg",
                "EC",
                "-validity",
                "9",
                "-ext",
                "bc:c");
        keytool("ca.p12", "-exportcert", "-alias", "ca", "-rfc", "-file", path("ca.pem"));
        keytool("trust.p12", "-importcert", "-alias", "ca", "-noprompt", "-file", path("ca.pem"));
    }

    /** A key with a certificate for that host or address, and the authority's certificate behind it. */
    Path signed(String name, String host) throws IOException, InterruptedException {
        String store = name + ".p12";
        keytool(store, "-genkeypair", "-alias", name, "-dname", "CN=" + name, "-keyalg", "EC", "-validity", "9");
        keytool(store, "-certreq", "-alias", name, "-file", path(name + ".csr"));
        keytool(
                "ca.p12",
                "-gencert",
                "-alias",
                "ca",
                "-rfc",
                "-validity",
                "9",
                "-ext",
                "san=" + host,
                "-infile",
                path(name + ".csr"),
                "-outfile",
                path(name + ".pem"));
        keytool(store, "-importcert", "-alias", "ca", "-noprompt", "-file", path("ca.pem"));
        keytool(store, "-importcert", "-alias", name, "-noprompt", "-file", path(name + ".pem"));
        return folder.resolve(store);
    }

    Path authorityPem() {
        return folder.resolve("ca.pem");
    }

    Path trustStore() {
        return folder.resolve("trust.p12");
    }

    /** The authority's SHA-256, with colons as tools print it. */
    String fingerprint() throws IOException, GeneralSecurityException {
        Certificate authority = load(folder.resolve("ca.p12")).getCertificate("ca");
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(authority.getEncoded());
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

    private String path(String file) {
        return folder.resolve(file).toString();
    }

    private void keytool(String store, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", path(store), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + ": " + said);
        }
    }
}
