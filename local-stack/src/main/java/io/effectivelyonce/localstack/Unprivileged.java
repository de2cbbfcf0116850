package io.effectivelyonce.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How a server that refuses to run as root is run all the same.
 *
 * <p>A user namespace of its own is the first choice: root's files stay readable to it, in whatever private folder they lie, and
 * need no new owner. Containers often forbid it; then the server runs as the user {@code nobody}, who must be able to reach it.
 */
sealed interface Unprivileged {
    /** What to put before a command. */
    List<String> prefix();

    /** Checks that the server will be able to reach a folder. */
    void mustReach(Path folder) throws IOException;

    /** Makes a folder and what is in it the server's own. */
    void giveFolder(Path folder) throws IOException;

    /** The way for the user that this JVM runs under. */
    static Unprivileged here() throws IOException {
        if (!isRoot()) {
            return new AsIs();
        }
        return succeeds("unshare", "-U", "true") ? new UserNamespace() : new Nobody();
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    private static boolean succeeds(String... command) throws IOException {
        try {
            Process process = new ProcessBuilder(command).start();
            boolean ended = process.waitFor(10, TimeUnit.SECONDS);
            process.destroyForcibly();
            return ended && process.exitValue() == 0;
        } catch (IOException e) {
            // not installed
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", e);
        }
    }

    /** An ordinary user needs no disguise. */
    record AsIs() implements Unprivileged {
        @Override
        public List<String> prefix() {
            return List.of();
        }

        @Override
        public void mustReach(Path folder) {}

        @Override
        public void giveFolder(Path folder) {}
    }

    /** Root outside, nobody inside. */
    record UserNamespace() implements Unprivileged {
        @Override
        public List<String> prefix() {
            return List.of("unshare", "-U");
        }

        @Override
        public void mustReach(Path folder) {}

        @Override
        public void giveFolder(Path folder) {}
    }

    /** Really another user. */
    record Nobody() implements Unprivileged {
        @Override
        public List<String> prefix() {
            return List.of("setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups");
        }

        @Override
        public void mustReach(Path folder) throws IOException {
            for (Path above = folder.toAbsolutePath().getParent(); above != null; above = above.getParent()) {
                if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                    throw new IOException("The user nobody, under whom root runs PostgreSQL here, can't pass through "
                            + above + ": run as an ordinary user, or from a folder that all users may enter");
                }
            }
        }

        @Override
        public void giveFolder(Path folder) throws IOException {
            letThrough(folder.getParent());
            mustReach(folder);
            UserPrincipal nobody =
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.toList()) {
                    Files.setOwner(file, nobody);
                }
            }
        }

        /** The stack's own folder, which is private when it is a temporary one. */
        private static void letThrough(Path stack) throws IOException {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(stack);
            if (permissions.add(PosixFilePermission.OTHERS_EXECUTE)) {
                Files.setPosixFilePermissions(stack, permissions);
            }
        }
    }
}
