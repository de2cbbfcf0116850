package io.effectivelyonce.localstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The checkout, in which the build lays out what each part consists of. */
record House(Path root) {
    private static final String PARTS = "local-stack/parts";

    /** The folder that the system property {@code house.root} names, else the nearest checkout upwards of the working directory. */
    static House find() {
        String named = System.getProperty("house.root");
        if (named != null) {
            return new House(Path.of(named).toAbsolutePath().normalize());
        }
        Path here = Path.of("").toAbsolutePath();
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve(PARTS))) {
                return new House(folder);
            }
        }
        throw new IllegalStateException("No folder with " + PARTS + " upwards of " + here
                + ": run inside the checkout, or name it with -Dhouse.root=FOLDER");
    }

    /** The folder of a part's own build output, which also keeps what is prepared once for all runs. */
    Path target(String part) {
        return root.resolve(PARTS).resolve(part).resolve("target");
    }

    /** The folder of a part's jars. */
    Path lib(String part) {
        Path lib = target(part).resolve("lib");
        if (!Files.isDirectory(lib)) {
            throw new IllegalStateException("The part " + part + " is not there (" + lib
                    + "): run mvn generate-resources -pl local-stack -am in " + root);
        }
        return lib;
    }

    /** The jars of a part, by name. */
    List<Path> jars(String part) {
        try (Stream<Path> files = Files.list(lib(part))) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A part's whole class path. */
    String classPath(String part) {
        return lib(part).resolve("*").toString();
    }
}
