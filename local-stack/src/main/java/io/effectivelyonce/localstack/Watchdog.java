package io.effectivelyonce.localstack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A small shell process that outlives this JVM by a moment. It holds the reading end of a pipe whose only writing end is here; when
 * this JVM is gone, in whatever way, the pipe closes and the shell kills what it was told to watch.
 */
final class Watchdog {
    private final Map<Long, String> watched = new LinkedHashMap<>();
    private Process shell;

    /** Has the process, and whatever it will have started, killed when this JVM ends before {@link #forget} is called. */
    synchronized void watch(long pid) throws IOException {
        String started = ProcessTree.Stat.of(pid)
                .orElseThrow(() -> new IOException("Process " + pid + " is gone"))
                .started();
        watched.put(pid, started);
        if (shell == null || !shell.isAlive()) {
            shell = start();
            for (Map.Entry<Long, String> each : watched.entrySet()) {
                tell("watch " + each.getKey() + " " + each.getValue());
            }
        } else {
            tell("watch " + pid + " " + started);
        }
    }

    synchronized void forget(long pid) {
        watched.remove(pid);
        try {
            tell("forget " + pid);
        } catch (IOException e) {
            // the shell was ended by somebody else; it is started anew with the next process to watch
            shell.destroyForcibly();
        }
    }

    private void tell(String line) throws IOException {
        OutputStream out = shell.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static Process start() throws IOException {
        try (InputStream script = Watchdog.class.getResourceAsStream("watchdog.sh")) {
            String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            // a session of its own: Ctrl-C in a terminal goes to the whole group of this JVM
            return new ProcessBuilder("setsid", "sh", "-c", text, "local-stack-watchdog")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }
    }
}
