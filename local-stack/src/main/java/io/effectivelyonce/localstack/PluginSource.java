package io.effectivelyonce.localstack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Where a plugin comes from, and how it gets below a worker's {@code plugin.path}. */
sealed interface PluginSource {
    /** Puts the plugin into the folder, which holds no plugin of that name yet. */
    void installInto(Path pluginPath, House house) throws IOException;

    /** The jars of a part of local-stack. */
    record OfPart(String part) implements PluginSource {
        @Override
        public void installInto(Path pluginPath, House house) throws IOException {
            copy(house.lib(part), pluginPath.resolve(part));
        }
    }

    /** A folder that holds a plugin's jars. */
    record OfFolder(Path folder) implements PluginSource {
        @Override
        public void installInto(Path pluginPath, House house) throws IOException {
            copy(folder, pluginPath.resolve(folder.getFileName()));
        }
    }

    /** A zip with one folder per plugin, as it is published. */
    record OfArchive(Path zip) implements PluginSource {
        @Override
        public void installInto(Path pluginPath, House house) throws IOException {
            if (!Files.isRegularFile(zip)) {
                throw new IOException("The plugin archive " + zip + " is not there: build its module first");
            }
            try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
                for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                    if (!entry.isDirectory()) {
                        unpack(in, entry, pluginPath);
                    }
                }
            }
        }

        private void unpack(InputStream in, ZipEntry entry, Path pluginPath) throws IOException {
            Path target = pluginPath.resolve(entry.getName()).normalize();
            if (!target.startsWith(pluginPath)) {
                throw new IOException(zip + " wants to write outside of its folder: " + entry.getName());
            }
            Files.createDirectories(target.getParent());
            Files.copy(in, target);
        }
    }

    private static void copy(Path folder, Path name) throws IOException {
        Files.createDirectories(name);
        try (Stream<Path> jars = Files.list(folder)) {
            for (Path jar : jars.filter(Files::isRegularFile).toList()) {
                Files.copy(jar, name.resolve(jar.getFileName()));
            }
        }
    }
}
