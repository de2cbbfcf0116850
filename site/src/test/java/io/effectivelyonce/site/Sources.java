package io.effectivelyonce.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The code that pages tell of. */
final class Sources {
    static final Path ROOT = Path.of(System.getProperty("house.root"));

    private static final List<String> MODULES = List.of(
            "sink-spine",
            "outbox-smt",
            "dedupe-jdbc-sink",
            "es-versioned-sink",
            "local-stack",
            "compatibility",
            "end-to-end",
            "site");

    private Sources() {}

    /** The text of each class below {@code src/main} or {@code src/test} of all modules, by the class's simple name. */
    static Map<String, String> of(String kind) throws IOException {
        Map<String, String> classes = new TreeMap<>();
        for (String module : MODULES) {
            Path folder = ROOT.resolve(module).resolve("src").resolve(kind).resolve("java");
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                            .toList()) {
                        classes.merge(
                                file.getFileName().toString().replace(".java", ""),
                                Files.readString(file),
                                String::concat);
                    }
                }
            }
        }
        return classes;
    }

    static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve(name));
    }
}
