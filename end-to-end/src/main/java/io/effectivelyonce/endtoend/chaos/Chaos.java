package io.effectivelyonce.endtoend.chaos;

import io.effectivelyonce.endtoend.Checkout;
import io.effectivelyonce.endtoend.Complaint;
import io.effectivelyonce.endtoend.Folder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/chaos}: breaks everything that production breaks while business goes on, and tells whether the laws held. */
@Command(
        name = "chaos",
        description =
                "Runs a shop on real servers with two workers, lets a seeded schedule of faults strike, and holds every table, topic,"
                        + " index, claim and dead letter against the shop's own database.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every count is 0, no sink has failed, every kind of fault has met something, and the control has doubled something",
            "1:one of the laws was broken, or the run did not come to its end",
            "2:the command line is wrong"
        })
public final class Chaos implements Callable<Integer> {
    private static final int UNLIMITED_MINUTES = 24 * 60;
    private static final int DEFAULT_FAULTS = 60;
    private static final int MANY = 10_000;

    @Option(names = "--seed", paramLabel = "S", description = "Repeats the schedule of another run.")
    private Long seed;

    @Option(
            names = "--faults",
            paramLabel = "N",
            description = "Faults per round (default: 60, or as many as fit into --minutes).")
    private Integer faults;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "No fault strikes later than this in a round (default: when all have struck).")
    private Integer minutes;

    @Option(
            names = "--rounds",
            paramLabel = "R",
            defaultValue = "1",
            description = "Rounds, each on a stack of its own and with the next seed (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--plan", description = "Prints the schedule of the seed and does nothing.")
    private boolean plan;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    @SuppressWarnings("UnusedVariable") // picocli looks at the option, not at the field
    private boolean help;

    @Spec
    private CommandSpec spec;

    private final PrintStream screen = System.out;

    private Chaos() {}

    /** Runs the command line. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Chaos())
                .setExecutionExceptionHandler(Complaint::tell)
                .execute(arguments));
    }

    @Override
    public Integer call() throws SQLException, IOException {
        if (rounds < 1 || (faults != null && faults < 1) || (minutes != null && minutes < 1)) {
            throw new ParameterException(spec.commandLine(), "--rounds, --faults and --minutes must be 1 or more");
        }
        long first = seed == null ? new SecureRandom().nextInt(1_000_000) : seed;
        if (plan) {
            print(first);
            return 0;
        }
        Checkout checkout = Checkout.find();
        Path folder = Folder.emptied(checkout.target().resolve("chaos"));
        List<Round.Result> results = new ArrayList<>();
        try (Chronicle chronicle = new Chronicle(screen, folder)) {
            for (int i = 0; i < rounds; i++) {
                Path stack = folder.resolve("round-" + (first + i));
                chronicle.tell("Logs in " + stack.resolve("logs"));
                Round.Result result = new Round(checkout, stack, first + i, number(), limit()).play(chronicle);
                results.add(result);
                screen.println();
                ChaosReport.of(result).forEach(chronicle::tell);
                screen.println();
            }
        }
        ChaosSummary summary = new ChaosSummary(results);
        Path file = folder.resolve("summary.json");
        summary.write(file);
        summary.neverStruck().forEach(kind -> screen.println("Has never met anything, so it proves nothing: " + kind));
        screen.println((summary.holds() ? "The laws held" : "BROKEN") + " under " + summary.faults()
                + " faults. Summary: " + file);
        return summary.holds() ? 0 : 1;
    }

    private int number() {
        if (faults != null) {
            return faults;
        }
        return minutes == null ? DEFAULT_FAULTS : MANY;
    }

    private Duration limit() {
        return Duration.ofMinutes(minutes == null ? UNLIMITED_MINUTES : minutes);
    }

    private void print(long first) {
        int number = 0;
        for (Schedule.Step step : new Schedule(first).steps(faults == null ? DEFAULT_FAULTS : faults)) {
            number++;
            screen.printf("%3d  %s%n", number, step.fault().description());
        }
    }
}
