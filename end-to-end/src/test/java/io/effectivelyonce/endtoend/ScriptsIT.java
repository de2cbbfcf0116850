package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.effectivelyonce.localstack.Database;
import io.effectivelyonce.localstack.LocalStack;
import io.effectivelyonce.localstack.PostgresServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of connect-configs, as a person and docker-compose run them. Each is skipped where its programs aren't there. */
@ExtendWith(SharedPipeline.class)
class ScriptsIT {
    private final Checkout checkout = Checkout.find();
    private final Pipeline pipeline;

    @TempDir
    private Path folder;

    ScriptsIT(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    @Test
    void bothDatabasesAreCreatedWithTheirTables() throws Exception {
        assumeTrue(isInstalled("psql"), "psql is not there");
        try (LocalStack stack =
                LocalStack.in(folder.resolve("stack")).postgres().start()) {
            PostgresServer server = stack.postgres();
            run(
                    Map.of(
                            "PGHOST", server.host(),
                            "PGPORT", Integer.toString(server.port()),
                            "PGUSER", server.user(),
                            "PGPASSWORD", server.password()),
                    "sh",
                    checkout.configs().resolve("sql/create.sh").toString());

            assertThat(hasTable(server.database("shop"), "outbox")).isTrue();
            assertThat(hasTable(server.database("business"), "processed_events"))
                    .isTrue();
        }
    }

    @Test
    void everyConnectorIsRegisteredAndASecondRunFindsThemThere() throws Exception {
        assumeTrue(isInstalled("curl"), "curl is not there");
        String[] register = {
            "sh",
            checkout.configs().resolve("register.sh").toString(),
            pipeline.stack().connect().url()
        };
        // other tests share the pipeline, and register some of them
        deleteConnectors();
        try {
            assertThat(run(Map.of(), register)).isEqualTo(oneLineEach("created"));
            assertThat(run(Map.of(), register)).isEqualTo(oneLineEach("there already"));
        } finally {
            deleteConnectors();
        }
    }

    private void deleteConnectors() {
        for (Connector connector : Connector.values()) {
            if (pipeline.rest().connectors().contains(connector.title())) {
                pipeline.rest().delete(connector.title());
            }
        }
    }

    private static List<String> oneLineEach(String how) {
        return Arrays.stream(Connector.values())
                .map(connector -> connector.title() + ": " + how)
                .toList();
    }

    /** {@code Database} creates what isn't there, so the tables tell. */
    private static boolean hasTable(Database database, String table) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select to_regclass('" + table + "') is not null")) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    private boolean isInstalled(String program) throws InterruptedException {
        try {
            run(Map.of(), program, "--version");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private List<String> run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "script", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.lines().toList();
    }
}
