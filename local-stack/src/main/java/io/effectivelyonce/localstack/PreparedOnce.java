package io.effectivelyonce.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Folders that are made once and used by every later run, also when two runs make one at the same time. */
final class PreparedOnce {
    /** Fills the folder. */
    interface Work {
        void fill(Path folder) throws IOException;
    }

    private PreparedOnce() {}

    /** Makes the folder unless it is there. It appears under its name only when the work is done. */
    static Path folder(Path wanted, Work work) throws IOException {
        if (Files.isDirectory(wanted)) {
            return wanted;
        }
        Path draft = Files.createTempDirectory(wanted.getParent(), wanted.getFileName() + ".");
        try {
            work.fill(draft);
            // temporary folders are private; this one may be for a server under another user
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(draft, wanted, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(wanted)) {
                throw e;
            }
            // another run was faster, and what it made is the same
        } finally {
            Folders.delete(draft);
        }
        return wanted;
    }
}
