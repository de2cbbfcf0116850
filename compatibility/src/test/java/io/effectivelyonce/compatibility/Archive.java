package io.effectivelyonce.compatibility;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** A published archive: zip or tar.gz. */
record Archive(Path file) {
    /** The archives that a module's build has made. */
    static Stream<Archive> of(String module) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("house.root"), module, "target"))) {
            return files
                    .filter(file -> file.getFileName().toString().matches("effective.*\\.(zip|tar\\.gz)"))
                    .sorted()
                    .map(Archive::new)
                    .toList()
                    .stream();
        }
    }

    String name() {
        return file.getFileName().toString();
    }

    /** Name and content of each file inside. */
    Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (ArchiveInputStream<?> in = open()) {
            for (ArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    files.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return files;
    }

    private ArchiveInputStream<?> open() throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        return name().endsWith(".zip")
                ? new ZipArchiveInputStream(in)
                : new TarArchiveInputStream(new GzipCompressorInputStream(in));
    }

    /** Unpacks everything below a folder. */
    void unpack(Path folder) throws IOException {
        for (Map.Entry<String, byte[]> each : files().entrySet()) {
            Path target = folder.resolve(each.getKey());
            Files.createDirectories(target.getParent());
            Files.write(target, each.getValue());
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
