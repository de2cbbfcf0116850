package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The published archive, and what a worker finds in it. */
@ExtendWith(SharedPipeline.class)
class PluginsIT {
    private static final Map<String, String> CLASSES = Map.of(
            "io.effectivelyonce.outbox.OutboxEventRouter", "transformation",
            "io.effectivelyonce.jdbc.DedupeJdbcSinkConnector", "sink",
            "io.effectivelyonce.elasticsearch.VersionedElasticsearchSinkConnector", "sink");

    @Test
    void theWorkerListsEveryPluginWithTheVersionOfTheBuild(Pipeline pipeline) {
        Map<String, JsonNode> listed = new HashMap<>();
        pipeline.rest()
                .plugins()
                .forEach(plugin -> listed.put(plugin.path("class").asText(), plugin));

        CLASSES.forEach((name, type) -> {
            assertThat(listed).containsKey(name);
            assertThat(listed.get(name).path("type").asText()).isEqualTo(type);
            assertThat(listed.get(name).path("version").asText()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        });
    }

    @Test
    void theArchiveHoldsOneFolderForEachPlugin() throws IOException {
        TreeSet<String> folders = new TreeSet<>();
        try (ZipFile archive = new ZipFile(Checkout.find().bundle().toFile())) {
            archive.stream().forEach(entry -> folders.add(entry.getName().split("/", 2)[0]));
        }

        assertThat(folders).hasSize(CLASSES.size()).allMatch(folder -> folder.startsWith("effectivelyonce-"));
    }
}
