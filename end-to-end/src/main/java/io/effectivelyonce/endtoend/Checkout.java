package io.effectivelyonce.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;

/** The checkout: where the configurations lie, and what the build has made. */
public record Checkout(Path root) {
    /** The checkout that the system property {@code house.root} names, which bin/ and the build set. */
    public static Checkout find() {
        String root = System.getProperty("house.root");
        if (root == null) {
            throw new IllegalStateException("Name the checkout with -Dhouse.root=FOLDER");
        }
        return new Checkout(Path.of(root).toAbsolutePath().normalize());
    }

    /** What an operator copies. */
    public Path configs() {
        return root.resolve("connect-configs");
    }

    /** A connector's document {@code {"name": ..., "config": {...}}}, as it is POSTed. */
    public String connector(Connector connector) {
        return read(configs().resolve(connector.title() + ".json"));
    }

    /** The SQL that makes the tables of a database. */
    public String sql(String database) {
        return read(configs().resolve("sql").resolve(database + ".sql"));
    }

    /** The archive of all plugins, as it is published. */
    public Path bundle() {
        Path folder = root.resolve("bundle").resolve("target");
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "effectively-once-*.zip")) {
            return archives.iterator().next();
        } catch (IOException | NoSuchElementException e) {
            throw new IllegalStateException(
                    "The plugins are not there (" + folder + "): run mvn package in " + root, e);
        }
    }

    /** Where this module's output goes. */
    public Path target() {
        return root.resolve("end-to-end").resolve("target");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " can't be read", e);
        }
    }
}
