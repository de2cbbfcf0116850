package io.effectivelyonce.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.compatibility.References.Reference;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/** The plugins' own classes name only what Kafka publishes, and what its oldest supported line has. */
class PublicApiIT {
    private static final Path ROOT = Path.of(System.getProperty("house.root"));

    /** Packages for whose classes Kafka's javadoc speaks, as far as a plugin may need them. */
    private static final Pattern PUBLISHED = Pattern.compile(
            "org\\.apache\\.kafka\\.(clients\\.consumer|common|common\\.(config(\\..+)?|errors|header|metrics|record)"
                    + "|connect\\.(connector|components|data|errors|header|sink|source|transforms(\\.util)?|util))\\.[A-Z]\\w*"
                    + "(\\$\\w+)?");

    /** Stands alone and is loaded only where a worker offers it. */
    private static final String GUARDED = "PluginMetrics";

    private static final Map<String, List<Reference>> REFERENCES = new TreeMap<>();

    @BeforeAll
    static void everyClassOfThePluginsIsRead() throws IOException {
        for (String plugin : List.of("outbox-smt", "dedupe-jdbc-sink", "es-versioned-sink", "sink-spine")) {
            try (Stream<Path> files = Files.list(ROOT.resolve(plugin).resolve("target"))) {
                Path jar = files.filter(
                                file -> file.getFileName().toString().matches(plugin + "-[\\d.]+(-SNAPSHOT)?\\.jar"))
                        .findFirst()
                        .orElseThrow();
                read(jar);
            }
        }
        assertThat(REFERENCES).hasSizeGreaterThan(200);
    }

    private static void read(Path jar) throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (entry.getName().endsWith(".class")) {
                    String name = entry.getName().replace('/', '.').replace(".class", "");
                    REFERENCES.put(name, kafka(References.of(in.readAllBytes())));
                }
            }
        }
    }

    private static List<Reference> kafka(List<Reference> all) {
        return all.stream()
                .filter(each -> each.type().startsWith("org.apache.kafka."))
                .toList();
    }

    @Test
    void onlyPublishedPackagesAreNamed() {
        TreeSet<String> foreign = new TreeSet<>();
        REFERENCES.forEach((name, references) -> references.stream()
                .filter(each -> !PUBLISHED.matcher(each.type()).matches())
                .forEach(each -> foreign.add(name + " names " + each)));

        assertThat(foreign).isEmpty();
    }

    @Test
    void everythingNamedIsPublicInTheOldestSupportedLine() throws IOException {
        TreeSet<String> missing = new TreeSet<>();
        try (URLClassLoader oldest = oldest()) {
            REFERENCES.forEach((name, references) -> {
                if (references.stream().noneMatch(each -> each.type().contains(GUARDED))) {
                    references.stream()
                            .filter(each -> !isThere(oldest, each))
                            .forEach(each -> missing.add(name + " names " + each));
                }
            });
        }

        assertThat(missing).isEmpty();
    }

    @Test
    void theGuardedMetricsAreNamedByOneClassAlone() {
        assertThat(REFERENCES.entrySet().stream()
                        .filter(each -> each.getValue().stream()
                                .anyMatch(reference -> reference.type().contains(GUARDED)))
                        .map(each -> each.getKey().replaceFirst("\\$.*", ""))
                        .distinct())
                .containsExactly("io.effectivelyonce.spine.metrics.WorkerMetrics");
    }

    private static URLClassLoader oldest() throws IOException {
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(ROOT.resolve("local-stack/parts/worker-3.9/target/lib"))) {
            for (Path jar : files.toList()) {
                jars.add(jar.toUri().toURL());
            }
        }
        return new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static boolean isThere(ClassLoader oldest, Reference reference) {
        try {
            Class<?> type = Class.forName(reference.type(), false, oldest);
            return Modifier.isPublic(type.getModifiers()) && (!reference.isMember() || has(type, reference));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static boolean has(Class<?> type, Reference member) {
        if (!member.isMethod()) {
            return Stream.of(type.getFields()).anyMatch(field -> field.getName().equals(member.name()));
        }
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (declares(each, member) || Stream.of(each.getInterfaces()).anyMatch(parent -> has(parent, member))) {
                return true;
            }
        }
        return type.isInterface() && declares(Object.class, member);
    }

    private static boolean declares(Class<?> type, Reference member) {
        return member.name().equals("<init>")
                ? Stream.of(type.getDeclaredConstructors())
                        .anyMatch(each -> Type.getConstructorDescriptor(each).equals(member.descriptor()))
                : Stream.of(type.getDeclaredMethods())
                        .anyMatch(each -> each.getName().equals(member.name())
                                && Type.getMethodDescriptor(each).equals(member.descriptor()));
    }
}
