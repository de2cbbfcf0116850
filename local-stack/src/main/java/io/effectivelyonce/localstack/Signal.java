package io.effectivelyonce.localstack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a process can be told. */
enum Signal {
    TERM,
    INT,
    QUIT,
    KILL,
    STOP,
    CONT;

    private static final long SECONDS = 10;

    /** Sends this signal to each process; one that is gone already is passed over. */
    void send(Collection<Long> pids) {
        if (pids.isEmpty()) {
            return;
        }
        // the shell's own kill: the program of that name is missing on small systems
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -s \"$@\" 2>/dev/null", "sh", name()));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        try {
            Process kill = new ProcessBuilder(command).start();
            if (!kill.waitFor(SECONDS, TimeUnit.SECONDS)) {
                kill.destroyForcibly();
                throw new IllegalStateException("kill -s " + name() + " " + pids + " hangs");
            }
        } catch (IOException e) {
            throw new IllegalStateException("kill -s " + name() + " " + pids + " failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted during kill -s " + name() + " " + pids, e);
        }
    }
}
