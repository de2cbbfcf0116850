package io.effectivelyonce.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process and everything below it. Parents are what holds a tree together here, not process groups: each PostgreSQL backend leads
 * a group of its own.
 */
record ProcessTree(long root) {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Suspends the whole tree; when it returns, nothing of it runs and nothing new can come. */
    Set<Long> freeze() {
        Set<Long> frozen = new HashSet<>();
        // a process that is already stopped can't fork, so the tree has stopped growing once a look finds nobody new
        while (true) {
            Set<Long> found = pids();
            found.removeAll(frozen);
            if (found.isEmpty()) {
                return frozen;
            }
            Signal.STOP.send(found);
            Wait.until(LIMIT, () -> found.stream().noneMatch(ProcessTree::isGoing));
            frozen.addAll(found);
        }
    }

    void thaw() {
        // children first, as if they had never been away when their parent looks at them
        Set<Long> all = pids();
        all.remove(root);
        Signal.CONT.send(all);
        Signal.CONT.send(List.of(root));
    }

    /** Kills the whole tree and waits until it is gone. */
    void kill() {
        Set<Long> doomed = freeze();
        Signal.KILL.send(doomed);
        if (!Wait.until(LIMIT, () -> doomed.stream().noneMatch(ProcessTree::isAlive))) {
            throw new IllegalStateException("Processes survive SIGKILL: " + doomed);
        }
    }

    private Set<Long> pids() {
        Optional<ProcessHandle> top = ProcessHandle.of(root);
        return top.stream()
                .flatMap(handle -> Stream.concat(Stream.of(handle), handle.descendants()))
                .map(ProcessHandle::pid)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static boolean isGoing(long pid) {
        return Stat.of(pid).filter(stat -> "TtZX".indexOf(stat.state()) < 0).isPresent();
    }

    /** A zombie is as good as gone: nobody may be there to collect it when the first process of a container doesn't care. */
    static boolean isAlive(long pid) {
        return Stat.of(pid).filter(stat -> stat.state() != 'Z').isPresent();
    }

    /** What the kernel tells of a process; the start time, in its own ticks, tells two processes with the same id apart. */
    record Stat(char state, String started) {
        private static final int STARTED = 19;

        static Optional<Stat> of(long pid) {
            try {
                String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
                // the second field is the program's name in brackets, which may hold anything
                List<String> fields =
                        List.of(line.substring(line.lastIndexOf(')') + 2).trim().split(" ", -1));
                return Optional.of(new Stat(fields.get(0).charAt(0), fields.get(STARTED)));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }
}
