package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        try (ZipFile archive = archive()) {
            archive.stream().forEach(entry -> folders.add(entry.getName().split("/", 2)[0]));
        }

        assertThat(folders).hasSize(CLASSES.size()).allMatch(folder -> folder.startsWith("effectivelyonce-"));
    }

    @ParameterizedTest
    @CsvSource({
        "outbox-smt, org.apache.kafka.connect.transforms.Transformation, io.effectivelyonce.outbox.OutboxEventRouter",
        "dedupe-jdbc-sink, org.apache.kafka.connect.sink.SinkConnector, io.effectivelyonce.jdbc.DedupeJdbcSinkConnector",
        "es-versioned-sink, org.apache.kafka.connect.sink.SinkConnector,"
                + " io.effectivelyonce.elasticsearch.VersionedElasticsearchSinkConnector"
    })
    void aPluginBringsItsManifestItsLicenceAndItsServiceFile(String plugin, String service, String implementation)
            throws IOException {
        try (ZipFile archive = archive()) {
            List<ZipEntry> entries = entries(archive, plugin);

            JsonNode manifest = new ObjectMapper().readTree(text(archive, entry(entries, "/manifest.json")));
            assertThat(manifest.path("name").asText()).isEqualTo(plugin);
            assertThat(manifest.path("version").asText()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
            assertThat(manifest.path("license").toString()).contains("Apache");
            assertThat(text(archive, entry(entries, "/doc/LICENSE"))).contains("Apache License");
            ZipEntry jar = entries.stream()
                    .filter(each -> each.getName().matches(".*/lib/" + plugin + "-[^/]*\\.jar"))
                    .findFirst()
                    .orElseThrow();
            assertThat(textInside(archive, jar, "META-INF/services/" + service)).contains(implementation);
        }
    }

    @Test
    void noPluginBringsWhatTheWorkerGives() throws IOException {
        try (ZipFile archive = archive()) {
            assertThat(archive.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".jar")))
                    .isNotEmpty()
                    .noneMatch(name -> name.matches(
                            ".*/(kafka-|connect-api|connect-json|connect-runtime|slf4j|log4j|logback)[^/]*"));
        }
    }

    private static ZipFile archive() throws IOException {
        return new ZipFile(Checkout.find().bundle().toFile());
    }

    private static List<ZipEntry> entries(ZipFile archive, String plugin) {
        return archive.stream()
                .filter(entry -> entry.getName().startsWith("effectivelyonce-" + plugin + "-"))
                .<ZipEntry>map(entry -> entry)
                .toList();
    }

    private static ZipEntry entry(List<ZipEntry> entries, String end) {
        return entries.stream()
                .filter(entry -> entry.getName().endsWith(end))
                .findFirst()
                .orElseThrow(() -> new AssertionError("There is no " + end));
    }

    private static String text(ZipFile archive, ZipEntry entry) throws IOException {
        try (InputStream in = archive.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String textInside(ZipFile archive, ZipEntry jar, String name) throws IOException {
        try (ZipInputStream in = new ZipInputStream(archive.getInputStream(jar))) {
            for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
                if (each.getName().equals(name)) {
                    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
        }
        throw new AssertionError(jar + " has no " + name);
    }
}
