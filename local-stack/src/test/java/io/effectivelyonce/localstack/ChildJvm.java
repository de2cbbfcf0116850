package io.effectivelyonce.localstack;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A JVM that runs {@link ChildStack}, and a look at what is left of it. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final Path folder;

    private ChildJvm(Process process, Path folder) {
        this.process = process;
        this.out = process.inputReader();
        this.folder = folder;
    }

    static ChildJvm start(Path folder, String... wishes) throws IOException {
        return start(List.of(), System.getProperty("java.class.path"), Map.of(), folder, wishes);
    }

    static ChildJvm start(
            List<String> prefix, String classPath, Map<String, String> environment, Path folder, String... wishes)
            throws IOException {
        Path real = folder.toRealPath();
        // a shell without job control starts background work with SIGINT ignored, and all its children inherit that
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(prefix);
        command.addAll(List.of(Jdk.current().program("java"), "-XX:TieredStopAtLevel=1", "-cp", classPath));
        command.add("-Dhouse.root=" + House.find().root());
        command.add(ChildStack.class.getName());
        command.add(real.toString());
        command.addAll(List.of(wishes));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(real.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        return new ChildJvm(builder.start(), real);
    }

    String nextLine() throws IOException {
        return out.readLine();
    }

    Process process() {
        return process;
    }

    /** Every process that works below the stack's folder, as all parts and their children do. */
    List<Long> parts() {
        return all().filter(pid ->
                        worksIn(pid).filter(found -> !found.equals(folder)).isPresent())
                .toList();
    }

    /** The same with the JVM and its watchdog, which work in the folder itself. */
    private Stream<Long> all() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid ->
                        worksIn(pid).filter(found -> found.startsWith(folder)).isPresent());
    }

    void awaitNothingLeft() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> all().findAny().isEmpty());
    }

    private static Optional<Path> worksIn(long pid) {
        try {
            Path folder = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"));
            return ProcessTree.isAlive(pid) ? Optional.of(folder) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        out.close();
    }
}
