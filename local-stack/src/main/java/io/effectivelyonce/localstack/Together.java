package io.effectivelyonce.localstack;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The same done to several parts at once. */
final class Together {
    private Together() {}

    /** Returns when it is done to all; throws the first failure, the others attached to it. */
    static void run(Stream<? extends Part> parts, Consumer<Part> work) {
        List<CompletableFuture<Void>> all = parts.map(
                        part -> CompletableFuture.runAsync(() -> work.accept(part), task -> thread(part, task)))
                .toList();
        RuntimeException failure = null;
        for (CompletableFuture<Void> each : all) {
            try {
                each.join();
            } catch (CompletionException e) {
                RuntimeException cause = e.getCause() instanceof RuntimeException own ? own : e;
                if (failure == null) {
                    failure = cause;
                } else {
                    failure.addSuppressed(cause);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static void thread(Part part, Runnable task) {
        Thread thread = new Thread(task, "local-stack-" + part.name());
        thread.setDaemon(true);
        thread.start();
    }
}
