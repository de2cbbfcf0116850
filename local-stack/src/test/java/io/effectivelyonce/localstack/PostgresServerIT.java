package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerIT {
    @TempDir
    private static Path folder;

    private static LocalStack stack;
    private static PostgresServer postgres;

    @BeforeAll
    static void start() throws SQLException {
        stack = LocalStack.in(folder)
                .postgres(settings -> settings.set("max_connections", 37))
                .start();
        postgres = stack.postgres();
        ask("create table kept (id int primary key)");
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @Test
    void itKeepsDataAndAddressThroughEveryEnd() throws SQLException {
        String url = postgres.database("shop").jdbcUrl();
        int id = 0;
        for (Consumer<PostgresServer> end :
                List.<Consumer<PostgresServer>>of(Part::kill, Part::stop, PostgresServer::stopImmediately)) {
            id++;
            long before = postgres.pid();
            ask("insert into kept values (" + id + ")");
            end.accept(postgres);
            assertThat(postgres.isRunning()).isFalse();
            postgres.start();
            assertThat(postgres.pid()).isNotEqualTo(before);
            assertThat(ask("select count(*) from kept where id = " + id)).isEqualTo("1");
        }
        postgres.restart();
        assertThat(ask("select count(*) from kept where id <= " + id)).isEqualTo(Integer.toString(id));
        assertThat(postgres.database("shop").jdbcUrl()).isEqualTo(url);
    }

    @Test
    void killedItLeavesNoBackendBehind() throws SQLException {
        try (Connection open = postgres.database("shop").connection()) {
            List<Long> all = ProcessHandle.of(postgres.pid())
                    .orElseThrow()
                    .descendants()
                    .map(ProcessHandle::pid)
                    .toList();
            assertThat(all).hasSizeGreaterThan(4);
            assertThat(open.isValid(5)).isTrue();
            postgres.kill();
            assertThat(all).noneMatch(ProcessTree::isAlive);
            assertThat(open.isValid(5)).isFalse();
        } finally {
            postgres.start();
        }
    }

    @Test
    void frozenItHoldsItsSessionsAndAnswersOnlyWhenThawed() throws Exception {
        try (Connection open = postgres.database("shop").connection();
                Statement statement = open.createStatement()) {
            postgres.freeze();
            CompletableFuture<Boolean> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return statement.execute("select 1");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            Awaitility.await()
                    .during(Duration.ofMillis(500))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> !answer.isDone());
            assertThat(postgres.isRunning()).isTrue();
            postgres.thaw();
            assertThat(answer.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void frozenItCanStillBeStopped() {
        postgres.freeze();
        postgres.stop();
        assertThat(postgres.isRunning()).isFalse();
        postgres.start();
    }

    @Test
    void itIsDurableDecodesLogicallyAndTakesSettings() throws SQLException {
        assertThat(ask("show fsync")).isEqualTo("on");
        assertThat(ask("show synchronous_commit")).isEqualTo("on");
        assertThat(ask("show wal_level")).isEqualTo("logical");
        assertThat(ask("show server_version")).isEqualTo("18.6");
        assertThat(ask("show max_connections")).isEqualTo("37");
    }

    @Test
    void aWrongPasswordIsRefused() {
        String url = postgres.database("shop").jdbcUrl();
        assertThatThrownBy(() -> DriverManager.getConnection(url, postgres.user(), "wrong"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password authentication failed");
    }

    @Test
    void aSecondStartIsRefusedWhileItRuns() {
        assertThatThrownBy(postgres::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFailedStartNamesTheLogAndShowsItsEnd(@TempDir Path other) {
        assertThatThrownBy(() -> LocalStack.in(other)
                        .postgres(settings -> settings.set("no_such_setting", "on"))
                        .start())
                .isInstanceOf(PartFailedException.class)
                .hasMessageContaining("postgres.log")
                .hasMessageContaining("no_such_setting");
    }

    private static String ask(String sql) throws SQLException {
        try (Connection connection = postgres.database("shop").connection();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (ResultSet row = statement.getResultSet()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
