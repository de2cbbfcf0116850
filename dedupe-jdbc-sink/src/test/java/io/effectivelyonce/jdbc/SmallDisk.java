package io.effectivelyonce.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A disk of a few megabytes. Only root may mount one; for others the test is skipped and says so. */
final class SmallDisk implements AutoCloseable {
    private final Path mounted;

    private SmallDisk(Path mounted) {
        this.mounted = mounted;
    }

    static SmallDisk mount(int megabytes, RealPostgres postgres) {
        try {
            Path place = Files.createTempDirectory("small-disk");
            boolean done = run(
                    "mount", "-t", "tmpfs", "-o", "mode=755,size=" + megabytes + "m", "small-disk", place.toString());
            if (!done) {
                Files.delete(place);
            }
            Assumptions.assumeTrue(done, "a small disk can't be mounted here; that takes root");
            SmallDisk disk = new SmallDisk(place);
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.createDirectory(disk.folder());
            Files.setOwner(disk.folder(), Files.getOwner(postgres.data()));
            return disk;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An empty folder there that is the server's own. */
    Path folder() {
        return mounted.resolve("own");
    }

    private static boolean run(String... command) throws IOException {
        try {
            Process process = new ProcessBuilder(command).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        try {
            // lazily: the server may still have files open there
            run("umount", "-l", mounted.toString());
            Files.deleteIfExists(mounted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
