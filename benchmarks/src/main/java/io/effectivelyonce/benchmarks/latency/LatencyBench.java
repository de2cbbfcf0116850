package io.effectivelyonce.benchmarks.latency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Commits outbox rows at even rates and measures how long after its COMMIT each event reaches a consumer that does nothing, the
 * row of the JDBC sink and the document of the Elasticsearch sink. What a sink adds is the way from that consumer to the row or
 * the document, event by event.
 */
public final class LatencyBench {
    private static final int USUAL = 200;
    private static final int DOCUMENTS_PER_SECOND = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Pipeline pipeline;
    private final ObjectNode report = new ObjectMapper().createObjectNode();
    private int next;

    private LatencyBench(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    /** How long each rate is kept up, after a warm-up at the usual rate. */
    record Length(String name, int warmUpSeconds, int seconds) {
        static final Length FULL = new Length("full", 30, 60);
        static final Length QUICK = new Length("quick", 10, 10);
    }

    /** Takes the file to write, and {@code --quick} for a first impression instead of numbers to rely on. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]).toAbsolutePath();
        Length length = List.of(arguments).contains("--quick") ? Length.QUICK : Length.FULL;
        Path root = Path.of(System.getProperty("house.root"));
        Files.createDirectories(file.getParent());
        try (Pipeline pipeline = Pipeline.start(root, Files.createTempDirectory(file.getParent(), "latency-"))) {
            ObjectNode report = new LatencyBench(pipeline).run(length);
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), report);
        }
    }

    private ObjectNode run(Length length) throws Exception {
        report.put("benchmark", "latency");
        report.put("length", length.name());
        report.put("at", Instant.now().toString());
        report.put("processors", Runtime.getRuntime().availableProcessors());
        System.out.println("warm-up");
        flow(USUAL, length.warmUpSeconds());
        ObjectNode rates = report.putObject("eventsPerSecond");
        System.out.printf("%n%-10s %-34s %10s %10s%n", "events/s", "milliseconds", "p50", "p99");
        for (int rate : new int[] {20, USUAL, 1_000}) {
            tell(rate, flow(rate, length.seconds()), rates.putObject(Integer.toString(rate)));
        }
        JsonNode usual = rates.path(Integer.toString(USUAL));
        ObjectNode ratios = report.putObject("ratios");
        ratios.set("p50_added_ms", usual.path("row_added").path("p50_ms"));
        ratios.set("p99_added_ms", usual.path("row_added").path("p99_ms"));
        ratios.set("document_p50_added_ms", usual.path("document_added").path("p50_ms"));
        ratios.set("document_p99_added_ms", usual.path("document_added").path("p99_ms"));
        return report;
    }

    private Watch.Run flow(int rate, int seconds) throws Exception {
        int events = rate * seconds;
        Watch.Run run = Watch.Run.of(next, events, Math.max(1, rate / DOCUMENTS_PER_SECOND));
        next += events;
        AtomicBoolean stopped = new AtomicBoolean();
        ExecutorService watchers = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> watching = new ArrayList<>();
            for (Watch watch :
                    List.of(new Watch.OfTopic(pipeline), new Watch.OfRows(pipeline), new Watch.OfDocuments(pipeline))) {
                watching.add(watchers.submit(() -> {
                    watch.look(run, stopped::get);
                    return null;
                }));
            }
            new Orders(pipeline).write(run, rate);
            awaitAll(run, watching);
            stopped.set(true);
            for (Future<?> each : watching) {
                each.get();
            }
        } finally {
            watchers.shutdownNow();
        }
        return run;
    }

    private static void awaitAll(Watch.Run run, List<Future<?>> watching) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!run.complete()) {
            for (Future<?> each : watching) {
                if (each.isDone()) {
                    // it ends by itself only when it fails
                    each.get();
                }
            }
            if (System.nanoTime() > end) {
                throw new IllegalStateException("Of " + run.commits().events() + " events "
                        + run.consumed().count() + " were consumed, "
                        + run.rows().count() + " have a row, and "
                        + run.documents().count() + " of " + run.documentsWanted() + " a document after " + PATIENCE);
            }
            Thread.sleep(20);
        }
    }

    private static void tell(int rate, Watch.Run run, ObjectNode json) {
        tell(rate, "commit to a bare consumer", Delay.between(run.commits(), run.consumed()), json.putObject("kafka"));
        tell(rate, "commit to row", Delay.between(run.commits(), run.rows()), json.putObject("row"));
        tell(rate, "bare consumer to row", Delay.between(run.consumed(), run.rows()), json.putObject("row_added"));
        tell(rate, "commit to document", Delay.between(run.commits(), run.documents()), json.putObject("document"));
        tell(
                rate,
                "bare consumer to document",
                Delay.between(run.consumed(), run.documents()),
                json.putObject("document_added"));
    }

    private static void tell(int rate, String what, Delay delay, ObjectNode json) {
        delay.writeTo(json);
        System.out.printf("%-10d %-34s %10.1f %10.1f%n", rate, what, delay.median(), delay.ninetyNine());
    }
}
