package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.OffsetsConfig;
import io.effectivelyonce.jdbc.offsets.OffsetsTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/** An operator sets offsets, or resets them: the table of offsets follows, or the tasks would go back to what it held before. */
final class OffsetReset {
    private static final int CONNECT_SECONDS = 5;

    /** Somebody waits for the answer. */
    private static final String BOUNDS = "SET LOCAL lock_timeout = '5s'; SET LOCAL statement_timeout = '10s'";

    private OffsetReset() {}

    /**
     * Changes the rows of these partitions, all of them or none.
     *
     * @param offsets the offset to go on from; null where Kafka is to forget the one it has
     * @throws ConnectException if that is not possible; Connect then leaves Kafka's offsets as they are
     */
    static void alter(JdbcSinkConfig config, OffsetsConfig table, Map<TopicPartition, Long> offsets) {
        try (Connection connection = Session.connect(config.connection().within(CONNECT_SECONDS))) {
            connection.setAutoCommit(false);
            try (Statement bounds = connection.createStatement()) {
                bounds.execute(BOUNDS);
            }
            new OffsetsTable(table).alter(connection, offsets);
            connection.commit();
        } catch (SQLException e) {
            SqlFault fault = SqlFault.beforeAnyRecord("changing offsets table " + table.shown(), e);
            throw new ConnectException(fault.message() + ". Kafka's offsets were not changed either; what to do: "
                    + Remedies.of(fault) + ", and ask again. " + OffsetOptions.MODE
                    + "=none changes them in Kafka alone, and gives up what the table is for");
        }
    }
}
