package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The resources for Kubernetes: what Strimzi's definitions allow, and what the other configurations say. */
class StrimziTest {
    /** The control is for the story alone. */
    private static final Set<Connector> NOT_FOR_OPERATORS = Set.of(Connector.SINK_NAIVE);

    /** What Strimzi refuses in spec.config, as its io.strimzi:api names it: it is set by fields of spec, or by Strimzi alone. */
    private static final List<String> SET_BY_STRIMZI = List.of(
            "group.id",
            "config.storage.topic",
            "offset.storage.topic",
            "status.storage.topic",
            "ssl.",
            "sasl.",
            "security.",
            "listeners",
            "plugin.path",
            "rest.",
            "bootstrap.servers",
            "consumer.interceptor.classes",
            "producer.interceptor.classes",
            "prometheus.metrics.reporter.");

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{env:([^}]*)}");

    private final Checkout checkout = Checkout.find();

    @TempDir
    private Path folder;

    @Test
    void theDefinitionsAllowEveryFieldOfEveryResource() throws IOException {
        List<JsonNode> resources = new ArrayList<>(connectors());
        resources.add(cluster());

        assertThat(resources).hasSize(5).allSatisfy(resource -> {
            assertThat(resource.path("apiVersion").asText()).isEqualTo("kafka.strimzi.io/v1");
            assertThat(Strimzi.complaints(resource)).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "connectors.yaml, tasksMax:, taskMax:, taskMax",
        "connectors.yaml, enabled: true, enabled: maybe, enabled",
        "kafka-connect.yaml, sha512sum:, sha512:, sha512",
        "kafka-connect.yaml, type: zip, type: mvn, type",
        "kafka-connect.yaml, secretKeyRef:, secretKey:, secretKey",
        "kafka-connect.yaml, groupId:, group:, groupId",
    })
    void aMistakeWouldBeFound(String file, String right, String wrong, String named) throws IOException {
        String text = read(file);
        assertThat(text).contains(right);

        List<String> complaints = new ArrayList<>();
        for (JsonNode resource : Strimzi.documents(text.replace(right, wrong))) {
            complaints.addAll(Strimzi.complaints(resource));
        }

        assertThat(complaints).anyMatch(complaint -> complaint.contains(named));
    }

    @Test
    void theConnectorsAreThoseOfTheJsonDocuments() throws IOException {
        Map<String, Map<String, String>> expected = new TreeMap<>();
        for (Connector connector : Connector.values()) {
            if (!NOT_FOR_OPERATORS.contains(connector)) {
                expected.put(connector.title(), ConnectorDocument.config(checkout, connector));
            }
        }
        Map<String, Map<String, String>> actual = new TreeMap<>();
        for (JsonNode resource : connectors()) {
            JsonNode spec = resource.path("spec");
            Map<String, String> config = texts(spec.path("config"));
            config.put("connector.class", spec.path("class").asText());
            config.put("tasks.max", spec.path("tasksMax").asText());
            actual.put(resource.path("metadata").path("name").asText(), config);
            assertThat(resource.path("metadata").path("labels").path("strimzi.io/cluster"))
                    .isEqualTo(cluster().path("metadata").path("name"));
        }

        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void theWorkersAreConfiguredByWorkerPropertiesAsFarAsStrimziLetsThem() throws IOException {
        Properties properties = new Properties();
        try (Reader file = Files.newBufferedReader(checkout.configs().resolve("worker.properties"))) {
            properties.load(file);
        }
        Map<String, String> expected = new HashMap<>();
        properties.stringPropertyNames().stream()
                .filter(key -> SET_BY_STRIMZI.stream().noneMatch(key::startsWith))
                .forEach(key -> expected.put(key, properties.getProperty(key)));
        JsonNode spec = cluster().path("spec");

        assertThat(texts(spec.path("config"))).isEqualTo(expected);
        assertThat(spec.path("groupId").asText()).isEqualTo(properties.getProperty("group.id"));
        for (String topic : List.of("config", "offset", "status")) {
            assertThat(spec.path(topic + "StorageTopic").asText())
                    .isEqualTo(properties.getProperty(topic + ".storage.topic"));
        }
    }

    @Test
    void theWorkersHaveEveryVariableThatAConnectorNames() throws IOException {
        List<String> given = new ArrayList<>();
        cluster()
                .at("/spec/template/connectContainer/env")
                .forEach(variable -> given.add(variable.path("name").asText()));

        assertThat(REFERENCE.matcher(read("connectors.yaml")).results().map(found -> found.group(1)))
                .isNotEmpty()
                .allMatch(given::contains);
    }

    @Test
    void thePluginsAreTheArchivesOfThisBuildAndTheirChecksumsAreFilledIn() throws IOException, InterruptedException {
        Map<String, String> sums = new HashMap<>();
        for (String plugin : List.of("outbox-smt", "dedupe-jdbc-sink", "es-versioned-sink")) {
            String archive = "effectivelyonce-%s-%s.zip".formatted(plugin, version());
            String sum = Integer.toHexString(plugin.hashCode()).repeat(16);
            sums.put(archive, sum);
            Files.writeString(folder.resolve(archive + ".sha512"), sum + " *" + archive + "\n");
        }

        Map<String, String> filledIn = new HashMap<>();
        Strimzi.documents(checksums()).get(0).at("/spec/build/plugins").forEach(plugin -> {
            JsonNode artifact = plugin.path("artifacts").path(0);
            if (artifact.path("type").asText().equals("zip")) {
                String url = artifact.path("url").asText();
                filledIn.put(
                        url.substring(url.lastIndexOf('/') + 1),
                        artifact.path("sha512sum").asText());
            }
        });

        assertThat(filledIn).isEqualTo(sums);
    }

    @Test
    void aReplayNamesEveryPartitionOfTheSinksTopic() throws IOException {
        JsonNode sink = connectors().stream()
                .filter(each -> each.at("/metadata/name").asText().equals("sink-business"))
                .findFirst()
                .orElseThrow();
        JsonNode replay = Strimzi.documents(read("replay.yaml")).get(0);
        JsonNode offsets = new ObjectMapper()
                .readTree(replay.at("/data/offsets.json").asText())
                .path("offsets");

        assertThat(sink.at("/spec/alterOffsets/fromConfigMap/name")).isEqualTo(replay.at("/metadata/name"));
        assertThat(offsets)
                .hasSize(Integer.parseInt(ConnectorDocument.config(checkout, Connector.SOURCE_OUTBOX)
                        .get("topic.creation.default.partitions")));
        assertThat(offsets)
                .allSatisfy(each ->
                        assertThat(each.at("/partition/kafka_topic")).isEqualTo(sink.at("/spec/config/topics")));
    }

    private JsonNode cluster() throws IOException {
        return Strimzi.documents(read("kafka-connect.yaml")).get(0);
    }

    private List<JsonNode> connectors() throws IOException {
        return Strimzi.documents(read("connectors.yaml"));
    }

    private String read(String file) throws IOException {
        return Files.readString(Strimzi.folder(checkout).resolve(file));
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new HashMap<>();
        object.properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
        return texts;
    }

    private String version() throws IOException {
        Matcher version = Pattern.compile("<artifactId>effectively-once</artifactId>\\s*<version>([^<]*)</version>")
                .matcher(Files.readString(checkout.root().resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    private String checksums() throws IOException, InterruptedException {
        Path out = folder.resolve("kafka-connect.yaml");
        Process process = new ProcessBuilder(
                        Strimzi.folder(checkout).resolve("checksums.sh").toString(), folder.toString())
                .redirectInput(
                        Strimzi.folder(checkout).resolve("kafka-connect.yaml").toFile())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return Files.readString(out);
    }
}
