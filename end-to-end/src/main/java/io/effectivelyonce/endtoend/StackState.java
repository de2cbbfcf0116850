package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** What is known about the stack in the background, in a file that is there while it runs. */
final class StackState {
    private final ObjectMapper json = new ObjectMapper();
    private final Path file;

    StackState(Path file) {
        this.file = file;
    }

    /** Writes down that this process holds the pipeline. */
    void remember(Pipeline pipeline) throws IOException {
        Running running = new Running(
                ProcessHandle.current().pid(),
                startOf(ProcessHandle.current()),
                pipeline.stack().connect().url(),
                pipeline.stack().kafka().bootstrapServers(),
                pipeline.shop().jdbcUrl(),
                pipeline.business().jdbcUrl(),
                pipeline.stack().postgres().user(),
                pipeline.stack().postgres().password(),
                pipeline.stack().elasticsearch().url(),
                pipeline.stack().logs().toString());
        // a reader finds the whole file or none
        Path draft = file.resolveSibling("state.draft");
        json.writeValue(draft.toFile(), running);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    void forget() throws IOException {
        Files.deleteIfExists(file);
    }

    /** What runs; empty if the process that held it is gone, however it went. */
    Optional<Running> running() {
        try {
            Running running = json.readValue(Files.readString(file), Running.class);
            return running.keepsRunning() ? Optional.of(running) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException(file + " can't be read; delete it if no stack runs", e);
        }
    }

    private static long startOf(ProcessHandle process) {
        return process.info().startInstant().orElseThrow().toEpochMilli();
    }

    /**
     * A stack that runs.
     *
     * @param pid the process that holds it
     * @param began when that process started, in milliseconds: process ids are used again
     */
    record Running(
            long pid,
            long began,
            String connect,
            String kafka,
            String shop,
            String business,
            String user,
            String password,
            String elasticsearch,
            String logs) {

        boolean keepsRunning() {
            return ProcessHandle.of(pid)
                    .filter(process -> process.isAlive() && startOf(process) == began)
                    .isPresent();
        }

        ProcessHandle keeper() {
            return ProcessHandle.of(pid).orElseThrow(() -> new IllegalStateException("Process " + pid + " is gone"));
        }

        void print(PrintStream out) {
            out.println("Connect        " + connect);
            out.println("Kafka          " + kafka);
            out.println("PostgreSQL     " + shop + "?user=" + user + "&password=" + password);
            out.println("               " + business + "?user=" + user + "&password=" + password);
            out.println("Elasticsearch  " + elasticsearch);
            out.println("Logs           " + logs);
            out.println();
            out.println("Register a connector:");
            out.println("  curl -H 'Content-Type: application/json' -d @connect-configs/source-outbox.json " + connect
                    + "/connectors");
        }
    }
}
