package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS and credentials, against a real server behind a front that speaks TLS and checks who comes. */
class SecurityIT {
    @TempDir
    private static Path folder;

    private static RealServer server;
    private static Certificates certificates;
    private static SecureFront front;

    private final Topic topic = new Topic();

    @BeforeAll
    static void start() throws Exception {
        server = RealServer.shared();
        certificates = new Certificates(folder);
        front = new SecureFront(server.url(), certificates.signed("server", "ip:127.0.0.1"), null);
    }

    @AfterAll
    static void stop() {
        front.close();
    }

    @Test
    void aCertificateThatNobodyVouchesForIsRefusedByDefaultAndNothingIsSent() {
        assertThat(problems(front, Map.of()).get("elastic.https.ssl.truststore.location"))
                .singleElement()
                .asString()
                .contains("not trusted", front.url());
        try (ConnectTask task = ConnectTask.start(front.url(), Map.of())) {
            task.deliver(List.of(topic.product("p1", 1)));
            ConnectException why = task.awaitStop();
            assertThat(why).hasMessageContaining("not trusted").hasMessageContaining("elastic.https.ssl.truststore");
        }
        assertThat(server.ask("GET", "/" + topic.name(), "").path("status").asInt())
                .isEqualTo(404);
    }

    @Test
    void theAuthorityIsTrustedAsPemTextAsFilesAndByItsFingerprint() throws Exception {
        String pem = Files.readString(certificates.authorityPem());
        List<Map<String, String>> ways = List.of(
                Map.of("elastic.https.ssl.truststore.certificates", pem),
                Map.of(
                        "elastic.https.ssl.truststore.location",
                        certificates.authorityPem().toString(),
                        "elastic.https.ssl.truststore.type",
                        "PEM"),
                Map.of(
                        "elastic.security.protocol",
                        "SSL",
                        "elastic.https.ssl.truststore.location",
                        certificates.trustStore().toString(),
                        "elastic.https.ssl.truststore.password",
                        Certificates.PASSWORD),
                Map.of("elastic.https.ca.fingerprint", certificates.fingerprint()));
        long version = 0;
        for (Map<String, String> trust : ways) {
            assertThat(problems(front, trust)).isEmpty();
            writes(front, trust, ++version);
        }
        assertThat(server.versionOf(topic.name(), "p1")).isEqualTo(ways.size());
    }

    @Test
    void anotherFingerprintIsRefused() {
        assertThat(problems(front, Map.of("elastic.https.ca.fingerprint", "ab".repeat(32))))
                .containsOnlyKeys("elastic.https.ca.fingerprint");
    }

    @Test
    void theCertificateOfAnotherHostIsRefusedUnlessThatCheckIsLeftOut() throws Exception {
        Path elsewhere = certificates.signed("elsewhere", "dns:search.example");
        try (SecureFront other = new SecureFront(server.url(), elsewhere, null)) {
            for (Map<String, String> trust : List.of(
                    Map.of("elastic.https.ca.fingerprint", certificates.fingerprint()),
                    Map.of(
                            "elastic.https.ssl.truststore.certificates",
                            Files.readString(certificates.authorityPem())))) {
                assertThat(problems(other, trust)).hasSize(1);
                Map<String, String> unchecked = new HashMap<>(trust);
                unchecked.put("elastic.https.ssl.endpoint.identification.algorithm", "");
                assertThat(problems(other, unchecked)).isEmpty();
            }
        }
    }

    @Test
    void aClientShowsItsOwnCertificateWhereOneIsAskedFor() throws Exception {
        Path client = certificates.signed("client", "dns:worker.example");
        Path both = folder.resolve("client-both.pem");
        Files.writeString(both, Certificates.keyPem(client, "client") + Certificates.chainPem(client, "client"));
        String trust = Files.readString(certificates.authorityPem());
        Path key = folder.resolve("server.p12");
        try (SecureFront closed = new SecureFront(server.url(), key, certificates.trustStore())) {
            assertThat(problems(closed, Map.of("elastic.https.ssl.truststore.certificates", trust)))
                    .containsOnlyKeys("connection.url");
            long version = 0;
            for (Map<String, String> own : List.of(
                    Map.of(
                            "elastic.https.ssl.keystore.location",
                            client.toString(),
                            "elastic.https.ssl.keystore.password",
                            Certificates.PASSWORD),
                    Map.of(
                            "elastic.https.ssl.keystore.location",
                            both.toString(),
                            "elastic.https.ssl.keystore.type",
                            "PEM"),
                    Map.of(
                            "elastic.https.ssl.keystore.key", Certificates.keyPem(client, "client"),
                            "elastic.https.ssl.keystore.certificate.chain", Certificates.chainPem(client, "client")))) {
                Map<String, String> known = new HashMap<>(own);
                known.put("elastic.https.ssl.truststore.certificates", trust);
                assertThat(problems(closed, known)).isEmpty();
                writes(closed, known, ++version);
            }
        }
    }

    @Test
    void credentialsAreShownAndARefusalIsAProblemOfTheirKeyThatDoesNotRepeatThem() throws Exception {
        String trust = Files.readString(certificates.authorityPem());
        try (SecureFront guarded =
                new SecureFront(server.url(), folder.resolve("server.p12"), null).demand("ApiKey cmlnaHQ=")) {
            Map<String, String> wrong =
                    Map.of("elastic.https.ssl.truststore.certificates", trust, "connection.api.key", "d3Jvbmc=");
            assertThat(problems(guarded, wrong)).containsOnlyKeys("connection.api.key");
            assertThat(problems(guarded, wrong).toString()).doesNotContain("d3Jvbmc=");
            try (ConnectTask task = ConnectTask.start(guarded.url(), wrong)) {
                task.deliver(List.of(topic.product("p1", 1)));
                assertThat(task.awaitStop())
                        .hasMessageContaining("credentials are refused")
                        .hasMessageNotContaining("d3Jvbmc=");
            }
            Map<String, String> right = Map.of(
                    "elastic.https.ssl.truststore.certificates", trust,
                    "connection.api.key", "cmlnaHQ=",
                    "connection.header.X-Tenant", "shop");
            assertThat(problems(guarded, right)).isEmpty();
            writes(guarded, right, 1);
            assertThat(guarded.header("X-tenant")).isEqualTo("shop");
        }
    }

    private void writes(SecureFront to, Map<String, String> how, long version) {
        try (ConnectTask task = ConnectTask.start(to.url(), how)) {
            task.deliver(List.of(topic.product("p1", version))).awaitAll();
        }
        assertThat(server.versionOf(topic.name(), "p1")).isEqualTo(version);
    }

    private Map<String, List<String>> problems(SecureFront of, Map<String, String> changes) {
        Map<String, String> config = new HashMap<>(Map.of(
                "name",
                "products",
                "topics",
                topic.name(),
                "connection.url",
                of.url(),
                "version.from",
                "header.version"));
        config.putAll(changes);
        return new VersionedElasticsearchSinkConnector()
                .validate(config).configValues().stream()
                        .filter(value -> !value.errorMessages().isEmpty())
                        .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
    }
}
