package io.effectivelyonce.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an operator unpacks: each plugin alone and all in one, as zip and as tar.gz. */
class ArchivesIT {
    private static final List<String> PLUGINS = List.of("outbox-smt", "dedupe-jdbc-sink", "es-versioned-sink");
    private static final List<String> KINDS = List.of(
            "org.apache.kafka.connect.sink.SinkConnector",
            "org.apache.kafka.connect.source.SourceConnector",
            "org.apache.kafka.connect.transforms.Transformation",
            "org.apache.kafka.connect.transforms.predicates.Predicate",
            "org.apache.kafka.connect.storage.Converter",
            "org.apache.kafka.connect.storage.HeaderConverter",
            "org.apache.kafka.connect.rest.ConnectRestExtension");

    static Stream<Archive> plugins() throws IOException {
        List<Archive> found = new ArrayList<>();
        for (String plugin : PLUGINS) {
            found.addAll(Archive.of(plugin).toList());
        }
        assertThat(found).hasSize(2 * PLUGINS.size());
        return found.stream();
    }

    static Stream<Archive> all() throws IOException {
        return Stream.concat(plugins(), Archive.of("bundle"));
    }

    @ParameterizedTest
    @MethodSource("plugins")
    void aPluginIsOneFolderInTheLayoutOfComponentArchives(Archive archive) throws IOException {
        Map<String, byte[]> files = archive.files();
        String folder = archive.name().replaceAll("\\.(zip|tar\\.gz)$", "/");
        String plugin = folder.replaceAll("^effectivelyonce-|-[\\d.]+(-SNAPSHOT)?/$", "");
        JsonNode manifest = new ObjectMapper().readTree(files.get(folder + "manifest.json"));

        assertThat(files.keySet()).allMatch(name -> name.startsWith(folder));
        assertThat(manifest.path("name").asText()).isEqualTo(plugin);
        assertThat(folder)
                .isEqualTo("effectivelyonce-" + plugin + "-"
                        + manifest.path("version").asText() + "/");
        assertThat(manifest.path("license").path(0).path("name").asText()).isEqualTo("Apache-2.0");
        assertThat(files).containsKeys(folder + "doc/LICENSE", folder + "doc/NOTICE", folder + "doc/README.md");
        assertThat(names(files, folder + "etc/")).anyMatch(name -> name.endsWith(".json"));
        assertThat(files)
                .noneSatisfy((name, content) -> assertThat(new String(content, StandardCharsets.UTF_8))
                        .as(name)
                        .contains("${project."));
    }

    @ParameterizedTest
    @MethodSource("plugins")
    void eachForeignJarBringsItsLicenceAndStandsInTheBillOfMaterials(Archive archive) throws IOException {
        Map<String, byte[]> files = archive.files();
        String folder = archive.name().replaceAll("\\.(zip|tar\\.gz)$", "/");
        assumeTrue(
                files.containsKey(folder + "doc/sbom.json") || !"offline=true".equals(System.getProperty("maven.mode")),
                "offline, Maven's plugin makes no bill of materials");
        JsonNode bom = new ObjectMapper().readTree(files.get(folder + "doc/sbom.json"));
        Set<String> listed = new TreeSet<>();
        bom.path("components")
                .forEach(each -> listed.add(
                        each.path("name").asText() + "-" + each.path("version").asText() + ".jar"));

        List<String> jars = names(files, folder + "lib/").toList();
        assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
        for (String jar : jars) {
            if (PLUGINS.stream().noneMatch(jar::startsWith)) {
                assertThat(listed).contains(jar);
            }
            if (!jar.startsWith("sink-spine") && PLUGINS.stream().noneMatch(jar::startsWith)) {
                assertThat(names(files, folder + "doc/licences/" + jar.replace(".jar", "-jar/")))
                        .anyMatch(name -> name.contains("LICENSE"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void theChecksumBesideItIsRight(Archive archive) throws Exception {
        String line = Files.readString(archive.file().resolveSibling(archive.name() + ".sha512"))
                .strip();
        byte[] digest = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(archive.file()));

        assertThat(line).isEqualTo(HexFormat.of().formatHex(digest) + " *" + archive.name());
    }

    @ParameterizedTest
    @MethodSource("all")
    void nothingThatAWorkerBringsIsInside(Archive archive) throws IOException {
        assertThat(archive.files().keySet())
                .anyMatch(name -> name.endsWith(".jar"))
                .noneMatch(name -> name.matches(".*/(kafka-|connect-|slf4j|log4j|reload4j|logback)[^/]*\\.jar"));
    }

    @ParameterizedTest
    @MethodSource("plugins")
    void everyPluginClassHasAServiceEntryAndEveryEntryLoads(Archive archive, @TempDir Path folder) throws Exception {
        archive.unpack(folder);
        List<Path> jars = jars(folder);
        try (URLClassLoader worker = loader(workerJars(), ClassLoader.getPlatformClassLoader());
                URLClassLoader plugin = loader(jars, worker)) {
            Set<String> listed = new TreeSet<>();
            Set<String> there = new TreeSet<>();
            for (String kind : KINDS) {
                Class<?> type = worker.loadClass(kind);
                listed.addAll(entries(jars, kind));
                there.addAll(implementations(jars, type, plugin));
                for (String entry : entries(jars, kind)) {
                    assertThat(type).isAssignableFrom(plugin.loadClass(entry));
                    assertThat(plugin.loadClass(entry).getConstructor().newInstance())
                            .isNotNull();
                }
            }

            assertThat(listed).isNotEmpty().isEqualTo(there);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void theSameFilesAreInZipAndTar(Archive archive) throws IOException {
        String other = archive.name().endsWith(".zip")
                ? archive.name().replace(".zip", ".tar.gz")
                : archive.name().replace(".tar.gz", ".zip");

        assertThat(new Archive(archive.file().resolveSibling(other)).files().keySet())
                .isEqualTo(archive.files().keySet());
    }

    private static Stream<String> names(Map<String, byte[]> files, String prefix) {
        return files.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()));
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private static List<Path> workerJars() throws IOException {
        return jars(Path.of(System.getProperty("house.root"), "local-stack/parts/worker-3.9/target/lib"));
    }

    private static URLClassLoader loader(List<Path> jars, ClassLoader parent) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), parent);
    }

    private static Set<String> entries(List<Path> jars, String kind) throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                if (file.getEntry("META-INF/services/" + kind) != null) {
                    new String(
                                    file.getInputStream(file.getEntry("META-INF/services/" + kind))
                                            .readAllBytes(),
                                    StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.replaceFirst("#.*", "").strip())
                            .filter(line -> !line.isEmpty())
                            .forEach(found::add);
                }
            }
        }
        return found;
    }

    /** The house's own classes that a worker could start as this kind of plugin. */
    private static Set<String> implementations(List<Path> jars, Class<?> kind, ClassLoader plugin) throws Exception {
        Set<String> found = new TreeSet<>();
        for (Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                for (String name : file.stream()
                        .map(entry -> entry.getName())
                        .filter(name -> name.startsWith("io/effectivelyonce/") && name.endsWith(".class"))
                        .map(name -> name.replace('/', '.').replaceFirst("\\.class$", ""))
                        .collect(Collectors.toList())) {
                    Class<?> type = Class.forName(name, false, plugin);
                    if (kind.isAssignableFrom(type)
                            && Modifier.isPublic(type.getModifiers())
                            && !Modifier.isAbstract(type.getModifiers())) {
                        found.add(name);
                    }
                }
            }
        }
        return found;
    }
}
