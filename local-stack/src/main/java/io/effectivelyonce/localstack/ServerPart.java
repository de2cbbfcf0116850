package io.effectivelyonce.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What all parts have in common: a folder for the data, a log, and a process that comes and goes. */
abstract class ServerPart implements Part {
    private static final Duration READY = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofSeconds(20);

    private final String name;
    private final Path folder;
    private final Path log;
    private volatile ServerProcess process;

    ServerPart(String name, Path stack) {
        this.name = name;
        this.folder = stack.resolve(name);
        this.log = stack.resolve("logs").resolve(name + ".log");
    }

    /** Makes the data folder fit for a start; called before each one, so what is done already must be left alone. */
    abstract void prepare() throws IOException;

    abstract List<String> command();

    Map<String, String> environment() {
        return Map.of();
    }

    /** The signal that ends the server in order. */
    Signal polite() {
        return Signal.TERM;
    }

    /** Asks the server something that only a ready one answers. */
    abstract void probe() throws Exception;

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Path log() {
        return log;
    }

    final Path folder() {
        return folder;
    }

    @Override
    public final void start() {
        ServerProcess started = launch();
        try {
            awaitReady(started);
        } catch (RuntimeException e) {
            started.kill();
            throw e;
        }
    }

    private synchronized ServerProcess launch() {
        if (isRunning()) {
            throw new IllegalStateException(name + " is running already, as process " + pid());
        }
        try {
            Files.createDirectories(folder);
            prepare();
            ServerProcess started = ServerProcess.start(command(), environment(), folder, log, polite());
            process = started;
            return started;
        } catch (IOException e) {
            throw new PartFailedException(name + " could not be started: " + e.getMessage(), log, e);
        }
    }

    @Override
    public final void awaitReady() {
        awaitReady(running());
    }

    private void awaitReady(ServerProcess started) {
        long end = System.nanoTime() + READY.toNanos();
        while (true) {
            // looked at before the probe: what answers must be this process, not a foreign one on its port
            boolean alive = started.isAlive();
            if (!alive) {
                throw new PartFailedException(name + " ended with exit code " + started.exitCode(), log);
            }
            try {
                probe();
                return;
            } catch (Exception e) {
                if (System.nanoTime() - end > 0) {
                    throw new PartFailedException(
                            name + " is not ready after " + READY.toSeconds() + " s: " + e, log, e);
                }
            }
            Wait.pause();
        }
    }

    @Override
    public final void stop() {
        end(polite());
    }

    final synchronized void end(Signal signal) {
        if (process != null) {
            process.end(signal, END);
        }
    }

    @Override
    public final void kill() {
        // not synchronized: a part may be killed while another thread waits for its orderly end
        ServerProcess current = process;
        if (current != null) {
            current.kill();
        }
    }

    @Override
    public final void freeze() {
        running().freeze();
    }

    @Override
    public final void thaw() {
        running().thaw();
    }

    @Override
    public final boolean isRunning() {
        ServerProcess current = process;
        return current != null && current.isAlive();
    }

    @Override
    public final long pid() {
        return running().pid();
    }

    private ServerProcess running() {
        ServerProcess current = process;
        if (current == null || !current.isAlive()) {
            throw new IllegalStateException(name + " is not running; its log is " + log);
        }
        return current;
    }

    @Override
    public final String toString() {
        return name;
    }
}
