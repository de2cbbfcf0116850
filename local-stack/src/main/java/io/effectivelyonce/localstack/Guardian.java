package io.effectivelyonce.localstack;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Sees to it that no process outlives this JVM: by a shutdown hook when it ends in order, by the watchdog when it doesn't. */
final class Guardian {
    private static final Guardian ONLY = new Guardian();
    private static final Duration GRACE = Duration.ofSeconds(8);

    private final Watchdog watchdog = new Watchdog();
    private final Set<ServerProcess> running = new LinkedHashSet<>();
    private boolean ending;

    private Guardian() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "local-stack-end"));
    }

    static Guardian get() {
        return ONLY;
    }

    /** Takes a process into care before it does anything; refuses once the JVM is ending. */
    synchronized void admit(ServerProcess process) throws IOException {
        if (ending) {
            throw new IOException("The JVM is ending: nothing is started any more");
        }
        watchdog.watch(process.pid());
        running.add(process);
    }

    synchronized void dismiss(ServerProcess process) {
        if (running.remove(process)) {
            watchdog.forget(process.pid());
        }
    }

    private synchronized List<ServerProcess> closeDoors() {
        ending = true;
        return List.copyOf(running);
    }

    private void end() {
        List<ServerProcess> left = closeDoors();
        left.forEach(ServerProcess::askToEnd);
        Wait.until(GRACE, () -> left.stream().noneMatch(ServerProcess::isAlive));
        left.forEach(ServerProcess::kill);
    }
}
