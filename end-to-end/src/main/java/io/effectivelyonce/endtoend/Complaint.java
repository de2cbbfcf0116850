package io.effectivelyonce.endtoend;

import java.io.PrintWriter;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** What a command says when it can't go on: the reasons on the screen, the traces in its log. */
public final class Complaint {
    private Complaint() {}

    /** Tells it and returns the exit code; an exception handler of picocli. */
    public static int tell(Exception failure, CommandLine command, ParseResult parsed) {
        LoggerFactory.getLogger(Complaint.class).error("The command could not go on", failure);
        PrintWriter err = command.getErr();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            err.println((each == failure ? "" : "because ") + each.getMessage());
        }
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
