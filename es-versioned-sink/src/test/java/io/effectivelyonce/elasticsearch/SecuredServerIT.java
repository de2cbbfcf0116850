package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.effectivelyonce.localstack.ElasticsearchLine;
import io.effectivelyonce.localstack.ElasticsearchSecurity;
import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elasticsearch with its own security: its TLS, its users, its API keys and its privileges. */
class SecuredServerIT {
    private static final String PASSWORD = "a-good-password";
    private static final String BASIC =
            "Basic " + Base64.getEncoder().encodeToString(("admin:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

    /** What the guide says that the sink needs. */
    private static final String ENOUGH = "\"write\",\"view_index_metadata\",\"create_index\"";

    @TempDir
    private static Path folder;

    private static Certificates certificates;
    private static RealServer server;

    private final Topic topic = new Topic();

    @BeforeAll
    static void start() throws Exception {
        assumeThat(ElasticsearchLine.NEWEST.runsHere()).isTrue();
        certificates = new Certificates(folder);
        Path key = certificates.signed("http", "ip:127.0.0.1");
        Path configuration = Files.createDirectories(folder.resolve("configuration"));
        Files.writeString(configuration.resolve("http.key"), Certificates.keyPem(key, "http"));
        Files.writeString(configuration.resolve("http.crt"), Certificates.chainPem(key, "http"));
        Files.writeString(configuration.resolve("users"), "admin:" + hash(PASSWORD) + "\n");
        Files.writeString(configuration.resolve("users_roles"), "superuser:admin\n");
        server = RealServer.secured(
                new ElasticsearchSecurity(configuration, trust(certificates.trustStore())),
                Map.of(
                        "xpack.security.http.ssl.key", "http.key",
                        "xpack.security.http.ssl.certificate", "http.crt",
                        "xpack.license.self_generated.type", "trial"),
                BASIC);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void aServersOwnCertificateIsRefusedByDefaultAndTrustedByItsAuthorityOrTheFingerprintOfThat() throws Exception {
        user("writer", ENOUGH);
        Map<String, String> withoutTrust = credentials("writer");
        assertThat(problems(withoutTrust)).containsOnlyKeys("elastic.https.ssl.truststore.location");
        Map<String, String> pinned = new HashMap<>(withoutTrust);
        pinned.put("elastic.https.ca.fingerprint", certificates.fingerprint());
        assertThat(problems(pinned)).isEmpty();
        writes(pinned);
    }

    @Test
    void theNamedPrivilegesAreEnoughAndManageNotesTheVersionSourceToo() throws Exception {
        user("writer", ENOUGH);
        assertThat(problems(trusting(credentials("writer")))).isEmpty();
        writes(trusting(credentials("writer")));
        assertThat(mark()).isEqualTo("header.version");

        Topic foreign = new Topic();
        server.ask("PUT", "/" + foreign.name(), "");
        try (ConnectTask task = start(trusting(credentials("writer")))) {
            task.deliver(List.of(foreign.product("p1", 1))).awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(1);
        }
        user("manager", ENOUGH + ",\"manage\"");
        try (ConnectTask task = start(trusting(credentials("manager")))) {
            task.deliver(List.of(foreign.product("p1", 2))).awaitAll();
        }
        assertThat(mark(foreign)).isEqualTo("header.version");
    }

    @Test
    void aWrongPasswordIsAProblemOfItsKeyAndStopsTheTaskBeforeTheFirstSuccess() throws Exception {
        Map<String, String> wrong =
                trusting(Map.of("connection.username", "admin", "connection.password", "wrong-password"));
        assertThat(problems(wrong)).containsOnlyKeys("connection.username");
        try (ConnectTask task = start(wrong)) {
            task.deliver(List.of(topic.product("p1", 1)));
            assertThat(task.awaitStop())
                    .hasMessageContaining("connection.username")
                    .hasMessageNotContaining("wrong-password");
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void aMissingPrivilegeIsNamedByValidateAndStopsTheTaskBeforeTheFirstSuccess() throws Exception {
        user("reader", "\"read\",\"view_index_metadata\"");
        server.ask("PUT", "/" + topic.name(), "");
        Map<String, String> reader = trusting(credentials("reader"));
        assertThat(problems(reader).get("connection.username"))
                .singleElement()
                .asString()
                .contains("lacks privileges", "write on '" + topic.name() + "'", "create_index");
        try (ConnectTask task = start(reader)) {
            task.deliver(List.of(topic.product("p1", 1)));
            assertThat(task.awaitStop()).hasMessageContaining("privilege").hasMessageContaining("403");
            assertThat(task.deadLetters()).isEmpty();
        }
        user("blind", "\"write\",\"create_index\"");
        assertThat(problems(trusting(credentials("blind"))).get("connection.username"))
                .singleElement()
                .asString()
                .contains("view_index_metadata");
    }

    @Test
    void aPrivilegeThatIsTakenAwayLaterIsWaitedForAndNothingIsBlamed() throws Exception {
        user("changing", ENOUGH);
        try (ConnectTask task = start(trusting(credentials("changing")))) {
            task.deliver(List.of(topic.product("p1", 1))).awaitAll();
            role("changing", "\"read\",\"view_index_metadata\"");
            task.deliver(List.of(topic.product("p1", 2))).staysUnsettled(Duration.ofMillis(800));
            role("changing", ENOUGH);
            task.awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(server.versionOf(topic.name(), "p1")).isEqualTo(2);
    }

    @Test
    void anApiKeyIsTakenAndOneThatIsRevokedIsWaitedFor() throws Exception {
        JsonNode key = server.ask(
                "POST",
                "/_security/api_key",
                "{\"name\":\"sink\",\"role_descriptors\":{\"sink\":" + privileges(ENOUGH) + "}}");
        Map<String, String> with =
                trusting(Map.of("connection.api.key", key.path("encoded").asText()));
        assertThat(problems(with)).isEmpty();
        try (ConnectTask task = start(with)) {
            task.deliver(List.of(topic.product("p1", 1))).awaitAll();
            server.ask(
                    "DELETE",
                    "/_security/api_key",
                    "{\"ids\":[\"" + key.path("id").asText() + "\"]}");
            task.deliver(List.of(topic.product("p1", 2))).staysUnsettled(Duration.ofMillis(500));
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(problems(with)).containsOnlyKeys("connection.api.key");
        assertThat(server.versionOf(topic.name(), "p1")).isEqualTo(1);
    }

    @Test
    void aBearerTokenIsTaken() throws Exception {
        user("bearer", ENOUGH);
        String token = server.ask(
                        "POST",
                        "/_security/oauth2/token",
                        "{\"grant_type\":\"password\",\"username\":\"bearer\",\"password\":\"" + PASSWORD + "\"}")
                .path("access_token")
                .asText();
        Map<String, String> with = trusting(Map.of("connection.bearer.token", token));
        assertThat(problems(with)).isEmpty();
        writes(with);
    }

    @Test
    void compressedRequestsGoThroughAProxyToAServerWithTls() throws Exception {
        user("far", ENOUGH);
        try (TunnelProxy proxy = new TunnelProxy()) {
            Map<String, String> far = trusting(credentials("far"));
            far.put("connection.compression", "true");
            far.put("proxy.host", "127.0.0.1");
            far.put("proxy.port", Integer.toString(proxy.port()));
            assertThat(problems(far)).isEmpty();
            long before = proxy.sent();
            SinkRecord large = topic.product("p1", 1L, Map.of("name", "x".repeat(500_000)));
            try (ConnectTask task = start(far)) {
                task.deliver(List.of(large)).awaitAll();
                assertThat(task.deadLetters()).isEmpty();
            }
            assertThat(proxy.asked())
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line).startsWith("CONNECT 127.0.0.1:"));
            assertThat(proxy.sent() - before).isLessThan(50_000);
        }
        assertThat(server.nameOf(topic.name(), "p1")).hasSize(500_000);
    }

    private void writes(Map<String, String> how) {
        try (ConnectTask task = start(how)) {
            task.deliver(List.of(topic.product("p1", 1))).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(server.versionOf(topic.name(), "p1")).isEqualTo(1);
    }

    private static ConnectTask start(Map<String, String> changes) {
        return ConnectTask.start(server.url(), changes);
    }

    private static void user(String name, String privileges) {
        role(name, privileges);
        server.ask(
                "PUT", "/_security/user/" + name, "{\"password\":\"" + PASSWORD + "\",\"roles\":[\"" + name + "\"]}");
    }

    private static void role(String name, String privileges) {
        server.ask("PUT", "/_security/role/" + name, privileges(privileges));
    }

    private static String privileges(String onIndices) {
        return "{\"indices\":[{\"names\":[\"products-*\"],\"privileges\":[" + onIndices + "]}]}";
    }

    private static Map<String, String> credentials(String user) {
        return Map.of("connection.username", user, "connection.password", PASSWORD);
    }

    private static Map<String, String> trusting(Map<String, String> credentials) throws IOException {
        Map<String, String> trusting = new HashMap<>(credentials);
        trusting.put("elastic.https.ssl.truststore.certificates", Files.readString(certificates.authorityPem()));
        return trusting;
    }

    private String mark() {
        return mark(topic);
    }

    private static String mark(Topic of) {
        return server.ask("GET", "/" + of.name(), "")
                .path(of.name())
                .at("/mappings/_meta/effectively-once/version.from")
                .asText();
    }

    private Map<String, List<String>> problems(Map<String, String> changes) {
        Map<String, String> config = new HashMap<>(Map.of(
                "name",
                "products",
                "topics",
                topic.name(),
                "connection.url",
                server.url(),
                "version.from",
                "header.version"));
        config.putAll(changes);
        return new VersionedElasticsearchSinkConnector()
                .validate(config).configValues().stream()
                        .filter(value -> !value.errorMessages().isEmpty())
                        .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
    }

    /** As the file of users wants it. */
    private static String hash(String password) throws GeneralSecurityException {
        int iterations = 1_000;
        byte[] salt = new byte[32];
        new SecureRandom().nextBytes(salt);
        byte[] hash = SecretKeyFactory.getInstance("PBKDF2withHMACSHA512")
                .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, 256))
                .getEncoded();
        Base64.Encoder base64 = Base64.getEncoder();
        return "{PBKDF2}" + iterations + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    private static SSLContext trust(Path store) throws IOException, GeneralSecurityException {
        KeyStore authorities = Certificates.load(store);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
