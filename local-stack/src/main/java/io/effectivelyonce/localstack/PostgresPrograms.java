package io.effectivelyonce.localstack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** PostgreSQL's programs for this processor, unpacked once beside the jar that holds them. */
record PostgresPrograms(Path home, int major) {
    private static final Pattern VERSION = Pattern.compile("-(\\d+)\\.[\\d.]+$");

    static PostgresPrograms of(House house, String part) throws IOException {
        Path jar = jar(house, part);
        String name = jar.getFileName().toString().replace(".jar", "");
        return new PostgresPrograms(
                PreparedOnce.folder(house.target(part).resolve(name), folder -> unpack(jar, folder)), major(name));
    }

    private static int major(String name) {
        Matcher version = VERSION.matcher(name);
        if (!version.find()) {
            throw new IllegalStateException("No version in the name of " + name);
        }
        return Integer.parseInt(version.group(1));
    }

    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    private static Path jar(House house, String part) {
        String processor = switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> "linux-amd64";
            case "aarch64" -> "linux-arm64v8";
            default ->
                throw new IllegalStateException("No PostgreSQL for the processor " + System.getProperty("os.arch")
                        + " among the parts, only for amd64 and aarch64");
        };
        return house.jars(part).stream()
                .filter(jar -> jar.getFileName().toString().contains(processor))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No jar for " + processor + " in " + house.lib(part)));
    }

    private static void unpack(Path jar, Path folder) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(jar))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().endsWith(".txz")) {
                    untar(zip, folder);
                    return;
                }
            }
        }
        throw new IOException("No .txz in " + jar);
    }

    private static void untar(InputStream xz, Path folder) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(xz))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder)) {
                    throw new IOException("The archive wants to write outside of its folder: " + entry.getName());
                }
                write(tar, entry, target);
            }
        }
    }

    private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
        } else {
            Files.copy(tar, target);
        }
        Files.setPosixFilePermissions(target, permissions(entry.getMode()));
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        PosixFilePermission[] fromHighestBit = PosixFilePermission.values();
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < fromHighestBit.length; i++) {
            if ((mode & (0400 >> i)) != 0) {
                permissions.add(fromHighestBit[i]);
            }
        }
        return permissions;
    }
}
