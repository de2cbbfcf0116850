package io.effectivelyonce.localstack;

import java.nio.file.Path;

/** A part didn't do what was asked of it. The message ends with the last lines of the part's log and the log's path. */
public final class PartFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PartFailedException(String message, Path log, Throwable cause) {
        super(
                message + System.lineSeparator() + "Log " + log + " ends with:" + System.lineSeparator()
                        + LogTail.of(log),
                cause);
    }

    PartFailedException(String message, Path log) {
        this(message, log, null);
    }
}
