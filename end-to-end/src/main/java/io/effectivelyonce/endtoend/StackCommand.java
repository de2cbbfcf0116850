package io.effectivelyonce.endtoend;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/stack}: the stack of the demo, left running in the background for trying configurations by hand. */
@Command(
        name = "stack",
        synopsisSubcommandLabel = "(up | down | status)",
        description =
                "Runs PostgreSQL, Kafka, Elasticsearch and a Connect worker with the plugins of this checkout in the background.")
public final class StackCommand implements Runnable {
    private static final Limit START = Limit.ofSeconds(120);
    private static final Limit STOP = Limit.ofSeconds(60);

    private final PrintStream out = System.out;

    @Option(
            names = "--folder",
            hidden = true,
            description = "Where it keeps its data and its state, for a second stack beside the first.")
    private Path folder = Checkout.find().target().resolve("stack");

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    @SuppressWarnings("UnusedVariable") // picocli looks at the option, not at the field
    private boolean help;

    @Spec
    private CommandSpec spec;

    private StackCommand() {}

    /** Runs the command line. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new StackCommand())
                .setExecutionExceptionHandler(Complaint::tell)
                .execute(arguments));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: up, down or status");
    }

    @Command(description = "Starts it, with empty databases and topics, and returns when it is ready.")
    int up() throws IOException {
        Optional<StackState.Running> running = state().running();
        if (running.isEmpty()) {
            Folder.emptied(folder);
            Process keeper = startKeeper();
            START.await(
                    () -> state().running().isPresent() || !keeper.isAlive(), () -> "the stack is not ready: " + log());
            running = state().running();
        }
        if (running.isEmpty()) {
            spec.commandLine().getErr().println("The stack did not start. " + log() + " says why.");
            return 1;
        }
        running.get().print(out);
        return 0;
    }

    @Command(description = "Stops it and returns when nothing of it runs any more.")
    int down() throws IOException {
        Optional<StackState.Running> running = state().running();
        if (running.isEmpty()) {
            out.println("Nothing runs.");
            return 0;
        }
        ProcessHandle keeper = running.get().keeper();
        keeper.destroy();
        STOP.await(() -> !keeper.isAlive(), () -> "process " + keeper.pid() + " has not ended; " + log());
        state().forget();
        out.println("Stopped.");
        return 0;
    }

    @Command(description = "Tells what runs, and where. Exit code 1 if nothing does.")
    int status() throws IOException {
        Optional<StackState.Running> running = state().running();
        running.ifPresentOrElse(each -> each.print(out), () -> out.println("Nothing runs. bin/stack up starts it."));
        return running.isPresent() ? 0 : 1;
    }

    @Command(hidden = true, description = "Holds the stack until it is told to end; up starts this in the background.")
    void keep() throws IOException, SQLException, InterruptedException {
        try (Pipeline pipeline = Pipeline.start(Checkout.find(), folder.resolve("parts"))) {
            state().remember(pipeline);
            new CountDownLatch(1).await();
        }
    }

    private Process startKeeper() throws IOException {
        Files.createDirectories(folder);
        ProcessHandle.Info self = ProcessHandle.current().info();
        return new ProcessBuilder(List.of(
                        // a session of its own: neither Ctrl-C nor the end of this terminal reaches it
                        "setsid",
                        self.command().orElseThrow(),
                        "-Dhouse.root=" + Checkout.find().root(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StackCommand.class.getName(),
                        "--folder",
                        folder.toString(),
                        "keep"))
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
    }

    private StackState state() {
        return new StackState(folder.resolve("state.json"));
    }

    private Path log() {
        return folder.resolve("keeper.log");
    }
}
