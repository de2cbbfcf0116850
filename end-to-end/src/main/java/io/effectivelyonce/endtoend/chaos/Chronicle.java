package io.effectivelyonce.endtoend.chaos;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Tells what happens while it happens, on the screen and in a file beside the logs of the servers. */
final class Chronicle implements AutoCloseable {
    private final PrintStream screen;
    private final PrintWriter file;
    private final long began = System.nanoTime();

    Chronicle(PrintStream screen, Path folder) throws IOException {
        this.screen = screen;
        Files.createDirectories(folder);
        this.file = new PrintWriter(Files.newBufferedWriter(folder.resolve("chronicle.log")), true);
    }

    void tell(String event) {
        String line = String.format(Locale.ROOT, "%4d s  %s", seconds(), event);
        screen.println(line);
        file.println(line);
    }

    long seconds() {
        return (System.nanoTime() - began) / 1_000_000_000;
    }

    @Override
    public void close() {
        file.close();
    }
}
