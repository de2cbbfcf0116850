package io.effectivelyonce.elasticsearch;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Keeps what is logged while it is open. */
public final class LogCapture implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    public LogCapture() {
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    }

    /** What was logged so far. */
    public String text() {
        return log.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
