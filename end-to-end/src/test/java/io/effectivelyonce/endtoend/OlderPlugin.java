package io.effectivelyonce.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The jars of a plugin in a folder of their own, under another version: what lies there after an upgrade beside the new ones. */
final class OlderPlugin {
    private OlderPlugin() {}

    static Path in(Path parent, Path bundle, String plugin, String version) throws IOException {
        Path folder = Files.createDirectories(parent.resolve("effectivelyonce-" + plugin + "-" + version));
        String jars = "effectivelyonce-" + plugin + "-";
        try (ZipInputStream archive = new ZipInputStream(Files.newInputStream(bundle))) {
            for (ZipEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                if (entry.getName().startsWith(jars) && entry.getName().endsWith(".jar")) {
                    String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
                    try (OutputStream jar = Files.newOutputStream(folder.resolve(name))) {
                        if (name.startsWith(plugin)) {
                            rename(archive, jar, version);
                        } else {
                            archive.transferTo(jar);
                        }
                    }
                }
            }
        }
        return folder;
    }

    private static void rename(InputStream from, OutputStream to, String version) throws IOException {
        // not closed: what it reads from is
        JarInputStream original = new JarInputStream(from);
        Manifest manifest = original.getManifest();
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        try (JarOutputStream renamed = new JarOutputStream(to, manifest)) {
            for (JarEntry entry = original.getNextJarEntry(); entry != null; entry = original.getNextJarEntry()) {
                renamed.putNextEntry(new JarEntry(entry.getName()));
                original.transferTo(renamed);
                renamed.closeEntry();
            }
        }
    }
}
