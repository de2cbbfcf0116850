package io.effectivelyonce.endtoend.control;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkConnector;
import org.postgresql.Driver;

/** This package as a plugin, with the driver that it needs. */
public final class BooksPlugin {
    private BooksPlugin() {}

    /** Makes the plugin in a folder, which must be empty. */
    public static Path packaged(Path folder) throws IOException {
        Path classes = home(BooksSinkConnector.class);
        Path own = classes.resolve(BooksPlugin.class.getPackageName().replace('.', '/'));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve("broken-books.jar")));
                Stream<Path> found = Files.list(own)) {
            for (Path each : found.toList()) {
                add(jar, classes.relativize(each).toString(), Files.readAllBytes(each));
            }
            add(
                    jar,
                    "META-INF/services/" + SinkConnector.class.getName(),
                    BooksSinkConnector.class.getName().getBytes(StandardCharsets.UTF_8));
        }
        Path driver = home(Driver.class);
        Files.copy(driver, folder.resolve(driver.getFileName()));
        return folder;
    }

    private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    private static Path home(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
