package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Root can be everybody; so these tests need root, and somewhere that everybody may enter. */
class AnyUserIT {
    private static final List<String> AS_NOBODY = new Unprivileged.Nobody().prefix();

    private Path folder;

    @BeforeEach
    void rootInAPublicPlace() throws IOException {
        assumeThat(Files.getAttribute(Path.of("/proc/self"), "unix:uid")).isEqualTo(0);
        folder = Files.createTempDirectory("any-user");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assumeThat(isPublic(folder)).isTrue();
        assumeThat(isPublic(House.find().target("postgres"))).isTrue();
    }

    @AfterEach
    void clean() throws IOException {
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @Test
    void anOrdinaryUserCanRunTheParts() throws Exception {
        // what an ordinary user would have unpacked in a checkout of their own, but this one is root's
        LocalStack.in(folder.resolve("prepared"))
                .postgres()
                .elasticsearch()
                .start()
                .close();
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (ChildJvm child = ChildJvm.start(
                AS_NOBODY, publicClassPath(), Map.of(), own, "postgres", "kafka", "elasticsearch", "returning")) {
            assertThat(child.nextLine()).isEqualTo("ready");
            assertThat(Files.getOwner(own.resolve("postgres/data")).getName()).isEqualTo("nobody");
            child.awaitNothingLeft();
        }
    }

    @Test
    void rootRunsPostgresAsNobodyWhereUserNamespacesAreForbidden() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("bin"));
        for (String program : List.of("sh", "setsid", "setpriv")) {
            Files.createSymbolicLink(programs.resolve(program), onPath(program));
        }
        Map<String, String> noUnshare = Map.of("PATH", programs.toString());
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
        try (ChildJvm child = ChildJvm.start(
                List.of(), System.getProperty("java.class.path"), noUnshare, own, "postgres", "returning")) {
            assertThat(child.nextLine()).isEqualTo("ready");
            assertThat(Files.getOwner(own.resolve("postgres/data")).getName()).isEqualTo("nobody");
            child.awaitNothingLeft();
        }
    }

    /** The class path, copied: the local repository may be private. */
    private String publicClassPath() throws IOException {
        Path target = Files.createDirectory(folder.resolve("classes"));
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path copy = target.resolve(Integer.toString(entries.size()) + (entry.endsWith(".jar") ? ".jar" : ""));
            copy(Path.of(entry), copy);
            entries.add(copy.toString());
        }
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        return String.join(File.pathSeparator, entries);
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.exists(from)) {
            return;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.copy(file, copy);
                String mode = Files.isDirectory(file) ? "rwxr-xr-x" : "rw-r--r--";
                Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString(mode));
            }
        }
    }

    private static boolean isPublic(Path folder) throws IOException {
        for (Path above = folder.toRealPath(); above != null; above = above.getParent()) {
            if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    private static Path onPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
