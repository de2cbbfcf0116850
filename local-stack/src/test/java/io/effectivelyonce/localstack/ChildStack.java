package io.effectivelyonce.localstack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Set;

/** The main class of a JVM that owns a stack and comes to its end in one of several ways. */
final class ChildStack {
    private ChildStack() {}

    /** Arguments: the stack's folder, then any of the parts to start and {@code broken}, {@code returning}, {@code frozen}. */
    public static void main(String[] arguments) throws IOException {
        Set<String> wanted = Set.of(arguments);
        StackPlan plan = LocalStack.in(Path.of(arguments[0]));
        if (wanted.contains("postgres")) {
            plan.postgres();
        }
        if (wanted.contains("elasticsearch")) {
            plan.elasticsearch();
        }
        if (wanted.contains("kafka")) {
            plan.kafka(settings -> settings.set("num.io.threads", wanted.contains("broken") ? "none" : "4"));
        }
        LocalStack stack;
        try {
            stack = plan.start();
        } catch (PartFailedException e) {
            System.out.println("failed: " + e.getMessage());
            awaitEndOfInput();
            return;
        }
        if (wanted.contains("frozen")) {
            stack.parts().forEach(Part::freeze);
        }
        System.out.println("ready");
        if (!wanted.contains("returning")) {
            awaitEndOfInput();
        }
    }

    /** The test closes the pipe; so does its death. */
    private static void awaitEndOfInput() throws IOException {
        System.in.transferTo(OutputStream.nullOutputStream());
    }
}
