package io.effectivelyonce.compatibility;

import io.effectivelyonce.localstack.ConnectWorker;
import io.effectivelyonce.localstack.Database;
import io.effectivelyonce.localstack.KafkaBroker;
import io.effectivelyonce.localstack.LocalStack;
import io.effectivelyonce.localstack.PostgresServer;
import io.effectivelyonce.localstack.StackPlan;
import io.effectivelyonce.localstack.WorkerSettings;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/** A worker of each line beside one broker and one Elasticsearch, and a PostgreSQL of each line. */
final class Servers implements AutoCloseable {
    private final Deque<LocalStack> stacks = new ArrayDeque<>();
    private final Map<PostgresLine, PostgresServer> databases = new EnumMap<>(PostgresLine.class);
    private final LocalStack main;

    private Servers(Path root, Path folder) {
        try {
            StackPlan plan =
                    LocalStack.in(folder.resolve("main")).postgres().kafka().elasticsearch();
            for (WorkerLine line : Lines.workers()) {
                plan.connect(worker -> equip(worker, line, root));
            }
            main = started(plan);
            databases.put(PostgresLine.V18, main.postgres());
            for (PostgresLine line : Lines.servers()) {
                databases.computeIfAbsent(
                        line,
                        older -> started(LocalStack.in(folder.resolve(older.part()))
                                        .postgres(settings -> settings.part(older.part())))
                                .postgres());
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    static Servers start() throws IOException {
        Path root = Path.of(System.getProperty("house.root"));
        return new Servers(root, Files.createTempDirectory(root.resolve("compatibility/target"), "servers-"));
    }

    private LocalStack started(StackPlan plan) {
        LocalStack stack = plan.start();
        stacks.push(stack);
        return stack;
    }

    /** Each line is a cluster of its own: workers of different lines would not share their topics for long. */
    private static void equip(WorkerSettings worker, WorkerLine line, Path root) {
        worker.part(line.part())
                .properties(root.resolve("connect-configs/worker.properties"))
                .plugin("debezium-postgres")
                .plugin(bundle(root))
                // fails the start where a plugin could only be found by scanning its classes, which takes its time
                .set("plugin.discovery", Lines.all() ? "hybrid_fail" : "service_load")
                .set("group.id", "connect-" + line.suffix())
                .set("config.storage.topic", "configs-" + line.suffix())
                .set("offset.storage.topic", "offsets-" + line.suffix())
                .set("status.storage.topic", "status-" + line.suffix());
    }

    private static Path bundle(Path root) {
        Path folder = root.resolve("bundle/target");
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "effectively-once-*.zip")) {
            return archives.iterator().next();
        } catch (IOException e) {
            throw new IllegalStateException("The plugins are not there: " + folder, e);
        }
    }

    KafkaBroker kafka() {
        return main.kafka();
    }

    String elasticsearch() {
        return main.elasticsearch().url();
    }

    ConnectWorker worker(WorkerLine line) {
        return main.workers().get(Lines.workers().indexOf(line));
    }

    PostgresServer postgres(PostgresLine line) {
        return databases.get(line);
    }

    Database database(PostgresLine line, String name) {
        return postgres(line).database(name);
    }

    @Override
    public void close() {
        stacks.forEach(LocalStack::close);
    }
}
