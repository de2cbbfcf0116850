package io.effectivelyonce.endtoend;

import io.effectivelyonce.localstack.ConnectRest;
import io.effectivelyonce.localstack.ConnectWorker;
import io.effectivelyonce.localstack.WorkerSettings;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.SSLContext;

/**
 * A worker on worker.properties and worker-secured.properties, as an operator puts the two together, with the folder that they call {@code
 * /etc/kafka-connect} somewhere else. Two versions of the JDBC sink lie on its plugin path.
 *
 * @param worker  the worker
 * @param etc     its folder of secrets and certificates
 * @param trust   what its certificate is checked against
 */
record SecuredWorker(ConnectWorker worker, Path etc, SSLContext trust) {
    static final String USER = "operator";
    static final String PASSWORD = "kept-in-a-file";
    static final String OLDER_VERSION = "0.0.9";

    private static final String ETC = "/etc/kafka-connect";

    ConnectRest rest() {
        return worker.rest();
    }

    /** Writes certificates, secrets and the older version of the plugin into the folder, which must be empty. */
    static Setup setUp(Checkout checkout, Path folder) throws IOException, GeneralSecurityException {
        Path etc = folder.resolve("etc");
        Path secrets = Files.createDirectories(etc.resolve("secrets"));
        Certificates certificates = Certificates.in(Files.createDirectories(etc.resolve("tls")));
        Files.writeString(secrets.resolve("tls.properties"), "password=" + certificates.password() + "\n");
        Files.writeString(secrets.resolve("rest-users.properties"), USER + "=" + PASSWORD + "\n");
        Files.writeString(
                etc.resolve("rest-jaas.conf"),
                Files.readString(checkout.configs().resolve("rest-jaas.conf")).replace(ETC, etc.toString()));
        Path older = OlderPlugin.in(folder, checkout.bundle(), "dedupe-jdbc-sink", OLDER_VERSION);
        return new Setup(checkout, etc, certificates.trust(), older);
    }

    /** What the worker is started with. */
    record Setup(Checkout checkout, Path etc, SSLContext trust, Path older) {
        void applyTo(WorkerSettings worker) {
            worker.part("worker-secured")
                    .properties(properties("worker.properties"))
                    .properties(properties("worker-secured.properties"))
                    .set("group.id", "secured")
                    .set("config.storage.topic", "secured-configs")
                    .set("offset.storage.topic", "secured-offsets")
                    .set("status.storage.topic", "secured-status")
                    .jvm(
                            "-Xms256m",
                            "-Xmx1g",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Djava.security.auth.login.config=" + etc.resolve("rest-jaas.conf"))
                    .plugin(checkout.bundle())
                    .plugin(older)
                    .secured(trust, USER, PASSWORD);
        }

        SecuredWorker started(ConnectWorker worker) {
            return new SecuredWorker(worker, etc, trust);
        }

        private Map<String, String> properties(String name) {
            Properties read = new Properties();
            try (Reader file = Files.newBufferedReader(checkout.configs().resolve(name))) {
                read.load(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Map<String, String> properties = new LinkedHashMap<>();
            read.stringPropertyNames()
                    .forEach(key -> properties.put(key, read.getProperty(key).replace(ETC, etc.toString())));
            return properties;
        }
    }
}
