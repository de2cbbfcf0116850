package io.effectivelyonce.localstack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One process with its children, from its start to its end. */
final class ServerProcess {
    // The program waits for a word before it becomes the server: if this JVM dies between starting it and having it
    // watched, it
    // reads the end of the pipe instead and ends.
    private static final String ON_COMMAND = "read -r word && exec setsid \"$@\" </dev/null";

    private static final Duration END = Duration.ofSeconds(10);

    private final Process process;
    private final ProcessTree tree;
    private final Signal polite;
    private volatile boolean frozen;

    private ServerProcess(Process process, Signal polite) {
        this.process = process;
        this.tree = new ProcessTree(process.pid());
        this.polite = polite;
    }

    /** Starts a command; {@code polite} is the signal by which it ends in order. */
    static ServerProcess start(
            List<String> command, Map<String, String> environment, Path folder, Path log, Signal polite)
            throws IOException {
        List<String> line = new ArrayList<>(List.of("sh", "-c", ON_COMMAND, "sh"));
        line.addAll(command);
        Files.createDirectories(log.getParent());
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        ServerProcess started = new ServerProcess(builder.start(), polite);
        try {
            Guardian.get().admit(started);
            started.process.getOutputStream().write("go\n".getBytes(StandardCharsets.US_ASCII));
            started.process.getOutputStream().close();
            return started;
        } catch (IOException e) {
            started.kill();
            throw e;
        }
    }

    /** Runs a command to its end, which must be a good one. */
    static void run(List<String> command, Path folder, Path log, Duration limit) throws IOException {
        ServerProcess process = start(command, Map.of(), folder, log, Signal.TERM);
        try {
            boolean ended = process.process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended || process.process.exitValue() != 0) {
                String how = ended ? "exit code " + process.process.exitValue() : "still running after " + limit;
                throw new PartFailedException(
                        Path.of(command.get(0)).getFileName() + " failed (" + how + "): " + command, log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PartFailedException("Interrupted while " + command.get(0) + " ran", log, e);
        } finally {
            process.kill();
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    void freeze() {
        frozen = true;
        tree.freeze();
    }

    void thaw() {
        tree.thaw();
        frozen = false;
    }

    /** Sends the signal by which this process ends in order, and doesn't wait. */
    void askToEnd() {
        askToEnd(polite);
    }

    private void askToEnd(Signal signal) {
        if (isAlive()) {
            signal.send(List.of(pid()));
            if (frozen) {
                thaw();
            }
        }
    }

    /** Ends the process by the signal; kills it if that takes longer than the limit. Tells whether it ended by itself. */
    boolean end(Signal signal, Duration limit) {
        askToEnd(signal);
        boolean ended = Wait.until(limit, () -> !isAlive());
        kill();
        return ended;
    }

    Signal polite() {
        return polite;
    }

    void kill() {
        if (isAlive()) {
            tree.kill();
            // the kernel is done with it; this JVM may still have to notice
            Wait.until(END, () -> !isAlive());
        }
        Guardian.get().dismiss(this);
    }
}
