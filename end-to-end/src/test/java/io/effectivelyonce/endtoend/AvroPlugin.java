package io.effectivelyonce.endtoend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * Apicurio's converter as a plugin folder. Its jars list no service, so that a worker with {@code plugin.discovery=service_load} would not
 * find it: as docs/avro.md says, a jar with the missing list is added.
 */
final class AvroPlugin {
    private static final String SERVICE = "META-INF/services/org.apache.kafka.connect.storage.Converter";
    private static final String CONVERTER = "io.apicurio.registry.utils.converter.AvroConverter";

    private AvroPlugin() {}

    static Path in(Checkout checkout, Path folder) throws IOException {
        Path plugin = Files.createDirectories(folder.resolve("apicurio-avro"));
        Path jars = checkout.root().resolve("local-stack/parts/apicurio-avro/target/lib");
        try (DirectoryStream<Path> found = Files.newDirectoryStream(jars, "*.jar")) {
            for (Path jar : found) {
                Files.copy(jar, plugin.resolve(jar.getFileName()));
            }
        }
        try (JarOutputStream list = new JarOutputStream(Files.newOutputStream(plugin.resolve("services.jar")))) {
            list.putNextEntry(new JarEntry(SERVICE));
            list.write(CONVERTER.getBytes(StandardCharsets.UTF_8));
            list.closeEntry();
        }
        return plugin;
    }
}
