package io.effectivelyonce.elasticsearch.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.types.Password;

/** The trust store and the key store that the options describe, whatever form their contents have. */
final class Stores {
    private static final String IN_MEMORY = "in memory only";

    /** A key store, and the password of the keys in it. */
    record Keys(KeyStore store, String password) {}

    private final AbstractConfig values;

    Stores(AbstractConfig values) {
        this.values = values;
    }

    /** What to trust instead of the JVM's authorities. */
    Optional<KeyStore> trusted() throws BadOption {
        String pem = password(SecurityOptions.TRUSTED_PEM);
        String file = values.getString(SecurityOptions.TRUSTSTORE);
        if (!pem.isEmpty()) {
            return Optional.of(certificates(SecurityOptions.TRUSTED_PEM, pem));
        }
        if (file.isEmpty()) {
            return Optional.empty();
        }
        String type = values.getString(SecurityOptions.TRUSTSTORE_TYPE);
        return Optional.of(
                StoreType.isPem(type)
                        ? certificates(SecurityOptions.TRUSTSTORE, text(SecurityOptions.TRUSTSTORE, file))
                        : store(SecurityOptions.TRUSTSTORE, file, type, password(SecurityOptions.TRUSTSTORE_PASSWORD)));
    }

    /** The client's own key. */
    Optional<Keys> own() throws BadOption {
        String keyPassword = password(SecurityOptions.KEY_PASSWORD);
        String key = password(SecurityOptions.KEY_PEM);
        if (!key.isEmpty()) {
            return Optional.of(key(SecurityOptions.KEY_PEM, key, password(SecurityOptions.CHAIN_PEM), keyPassword));
        }
        String file = values.getString(SecurityOptions.KEYSTORE);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        String type = values.getString(SecurityOptions.KEYSTORE_TYPE);
        if (StoreType.isPem(type)) {
            String both = text(SecurityOptions.KEYSTORE, file);
            return Optional.of(key(SecurityOptions.KEYSTORE, both, both, keyPassword));
        }
        String storePassword = password(SecurityOptions.KEYSTORE_PASSWORD);
        return Optional.of(new Keys(
                store(SecurityOptions.KEYSTORE, file, type, storePassword),
                keyPassword.isEmpty() ? storePassword : keyPassword));
    }

    private static KeyStore store(String option, String file, String type, String password) throws BadOption {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            KeyStore store = KeyStore.getInstance(type);
            store.load(in, password.isEmpty() ? null : password.toCharArray());
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new BadOption(
                    option,
                    "can't be read as " + type + " (" + e.getClass().getSimpleName()
                            + "): the file must be on every worker, readable, and of that type, and its password right");
        }
    }

    private static KeyStore certificates(String option, String pem) throws BadOption {
        try {
            List<Certificate> certificates = new Pem(pem).certificates();
            if (certificates.isEmpty()) {
                throw new BadOption(option, "holds no block 'BEGIN CERTIFICATE'");
            }
            KeyStore store = empty();
            for (int i = 0; i < certificates.size(); i++) {
                store.setCertificateEntry("trusted-" + i, certificates.get(i));
            }
            return store;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new BadOption(option, "holds something that is no certificate in PEM");
        }
    }

    private static Keys key(String option, String key, String chain, String password) throws BadOption {
        try {
            Pem certificates = new Pem(chain);
            if (certificates.certificates().isEmpty()) {
                throw new BadOption(
                        option.equals(SecurityOptions.KEY_PEM) ? SecurityOptions.CHAIN_PEM : option,
                        "holds no certificate for the key, in PEM");
            }
            KeyStore store = empty();
            store.setKeyEntry(
                    "own",
                    new Pem(key).key(password),
                    IN_MEMORY.toCharArray(),
                    certificates.certificates().toArray(new Certificate[0]));
            return new Keys(store, IN_MEMORY);
        } catch (GeneralSecurityException e) {
            throw new BadOption(option, e.getMessage());
        } catch (IOException | IllegalArgumentException e) {
            throw new BadOption(option, "holds something that is no PEM");
        }
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, IN_MEMORY.toCharArray());
        return store;
    }

    private static String text(String option, String file) throws BadOption {
        try {
            return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new BadOption(option, "can't be read: the file must be on every worker, and readable");
        }
    }

    private String password(String option) {
        Password password = values.getPassword(option);
        return password == null ? "" : password.value();
    }
}
