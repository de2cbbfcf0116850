package io.effectivelyonce.localstack;

import java.nio.file.Path;

/**
 * A real server that runs as a process of its own. It keeps its data and its address through every stop, kill and start, so that
 * clients come back to it as they would after an outage.
 *
 * <p>Every method returns once the part has reached the state that it names, and may be called from any thread.
 */
public interface Part {
    /** Names the part in logs and errors: {@code kafka}, {@code postgres}, {@code elasticsearch}, {@code connect-1}. */
    String name();

    /**
     * Starts the process and waits until it serves.
     *
     * @throws IllegalStateException if it runs already
     * @throws PartFailedException if it ends or isn't ready in time; its processes are gone then
     */
    void start();

    /** Ends the part gracefully, thawing it first; a process that doesn't end in time is killed. Does nothing if it is down. */
    void stop();

    /** Ends the part and all its child processes with SIGKILL. Does nothing if it is down. */
    void kill();

    /** {@link #stop()}, then {@link #start()}. */
    default void restart() {
        stop();
        start();
    }

    /** Suspends the part and all its child processes with SIGSTOP: connections stay open, and nothing answers. */
    void freeze();

    /** Lets a frozen part go on. */
    void thaw();

    /**
     * Waits until the part serves.
     *
     * @throws PartFailedException if it is down, ends, or isn't ready in time
     */
    void awaitReady();

    /** Tells whether the process is there, frozen or not. */
    boolean isRunning();

    /**
     * The id of the part's process, of its topmost one if it has children.
     *
     * @throws IllegalStateException if the part is down
     */
    long pid();

    /** The file that everything the process prints is appended to. */
    Path log();
}
