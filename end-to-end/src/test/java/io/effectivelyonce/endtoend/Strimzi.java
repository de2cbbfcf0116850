package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The resources of connect-configs/strimzi, and what Strimzi's definitions say of them. */
final class Strimzi {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Strimzi() {}

    static Path folder(Checkout checkout) {
        return checkout.configs().resolve("strimzi");
    }

    /** All documents of a text in YAML. */
    static List<JsonNode> documents(String yaml) {
        List<JsonNode> documents = new ArrayList<>();
        new Yaml(new SafeConstructor(new LoaderOptions()))
                .loadAll(yaml)
                .forEach(document -> documents.add(JSON.valueToTree(document)));
        return documents;
    }

    /** What the resource's definition doesn't allow, unknown fields included, which a cluster would silently drop. */
    static List<String> complaints(JsonNode resource) throws IOException {
        String kind = resource.path("kind").asText().toLowerCase(Locale.ROOT);
        try (InputStream file = Objects.requireNonNull(
                Strimzi.class.getResourceAsStream("/strimzi/" + kind + ".json"), "No definition of a " + kind)) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
                    .getSchema(strict(JSON.readTree(file)))
                    .validate(resource)
                    .stream()
                    .map(ValidationMessage::getMessage)
                    .sorted()
                    .toList();
        }
    }

    /** Forbids unknown fields wherever the definition names the known ones and doesn't ask for the others to be kept. */
    private static JsonNode strict(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.path("type").asText().equals("object")
                && object.has("properties")
                && !object.has("additionalProperties")
                && !object.has("x-kubernetes-preserve-unknown-fields")) {
            object.put("additionalProperties", false);
        }
        schema.forEach(Strimzi::strict);
        return schema;
    }

    /** The offsets of replay.yaml as the REST interface takes them, for so many partitions of another topic. */
    static String replay(Checkout checkout, String topic, int partitions) throws IOException {
        JsonNode resource = documents(Files.readString(folder(checkout).resolve("replay.yaml")))
                .get(0);
        JsonNode offsets =
                JSON.readTree(resource.path("data").path("offsets.json").asText());
        ArrayNode kept = JSON.createArrayNode();
        for (JsonNode each : offsets.path("offsets")) {
            if (each.path("partition").path("kafka_partition").asInt() < partitions) {
                ((ObjectNode) each.path("partition")).put("kafka_topic", topic);
                kept.add(each);
            }
        }
        return JSON.createObjectNode().set("offsets", kept).toString();
    }
}
