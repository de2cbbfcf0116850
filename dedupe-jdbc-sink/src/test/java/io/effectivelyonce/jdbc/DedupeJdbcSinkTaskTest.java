package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.junit.jupiter.api.Test;

class DedupeJdbcSinkTaskTest {

    @Test
    void aTaskThatCannotStartLeavesNoWriterBehind() {
        DedupeJdbcSinkTask task = new DedupeJdbcSinkTask();
        task.initialize((SinkTaskContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SinkTaskContext.class}, (context, method, arguments) -> {
                    throw new IllegalStateException("the worker ends");
                }));
        Map<String, String> config = Map.of(
                "name", "stillborn",
                "connection.url", "jdbc:postgresql://localhost/none",
                "errors.tolerance", "all",
                "errors.deadletterqueue.topic.name", "dead",
                "statements", "one",
                "statements.one.sql", "INSERT INTO t VALUES (:event.id)");

        assertThatThrownBy(() -> task.start(config)).hasMessage("the worker ends");
        task.stop();

        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().contains("stillborn"));
    }
}
