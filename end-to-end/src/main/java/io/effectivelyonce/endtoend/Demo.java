package io.effectivelyonce.endtoend;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/demo}: plays the story on real servers and tells whether the laws held. */
@Command(
        name = "demo",
        description =
                "Places orders in PostgreSQL while the Connect worker is killed, offsets are reset and events are published again,"
                        + " and compares every table, topic and index with what was ordered.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was lost, doubled or wrong, and the control shows that the faults were real",
            "1:one of the laws was broken, or the story could not be told to its end",
            "2:the command line is wrong"
        })
public final class Demo implements Callable<Integer> {
    @Option(
            names = "--orders",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Orders to place, 2 or more (default: ${DEFAULT-VALUE}).")
    private int orders;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Repeats the orders and the moments of the faults of another run.")
    private Long seed;

    @Option(names = "--bar", hidden = true, description = "The output is a terminal: show a bar. bin/demo finds out.")
    private boolean bar;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    @SuppressWarnings("UnusedVariable") // picocli looks at the option, not at the field
    private boolean help;

    @Spec
    private CommandSpec spec;

    private Demo() {}

    /** Runs the command line. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Demo())
                .setExecutionExceptionHandler(Complaint::tell)
                .execute(arguments));
    }

    @Override
    public Integer call() throws SQLException, IOException {
        if (orders < 2) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--orders must be 2 or more, is " + orders + ": the last one is placed when the faults are over");
        }
        long began = System.nanoTime();
        Checkout checkout = Checkout.find();
        Path folder = Folder.emptied(checkout.target().resolve("demo"));
        Ending ending = play(checkout, folder, began);
        Path summary = folder.resolve("summary.json");
        ending.summary().write(summary);
        System.out.println();
        Report.of(ending).forEach(System.out::println);
        System.out.println();
        System.out.println((ending.findings().hold() ? "The laws held" : "BROKEN") + " after "
                + ending.summary().seconds() + " seconds. Summary: " + fromHere(summary));
        return ending.findings().hold() ? 0 : 1;
    }

    private Ending play(Checkout checkout, Path folder, long began) throws SQLException, IOException {
        long chosen = seed == null ? new SecureRandom().nextInt(1_000_000) : seed;
        Path stack = folder.resolve("stack");
        PrintStream screen = System.out;
        try (Terminal terminal = new Terminal(screen, orders, bar)) {
            terminal.tell("Seed " + chosen + "; logs in " + fromHere(stack.resolve("logs")));
            terminal.tell("Starting PostgreSQL, Kafka, Elasticsearch and a Connect worker");
            try (Pipeline pipeline = Pipeline.start(checkout, stack)) {
                return new Story(pipeline, orders, chosen, terminal).play(began);
            }
        }
    }

    /** The path as it can be typed where the command was called. */
    private static Path fromHere(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path) : path;
    }
}
