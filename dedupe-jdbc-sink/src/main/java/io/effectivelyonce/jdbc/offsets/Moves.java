package io.effectivelyonce.jdbc.offsets;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/** The offsets of one transaction: what it writes, and what the table held before. */
public final class Moves {
    private final String consumer;
    private final List<Move> moves;
    private final Map<TopicPartition, Long> before = new HashMap<>();

    Moves(String consumer, List<Move> moves) {
        this.consumer = consumer;
        this.moves = moves;
    }

    /** Binds to the {@link OffsetsTable#PARAMETERS} places of {@link OffsetsTable#move()}, which come first. */
    public void bind(PreparedStatement statement) throws SQLException {
        Connection connection = statement.getConnection();
        statement.setArray(
                1,
                connection.createArrayOf(
                        "text",
                        moves.stream()
                                .map(move -> move.slot().partition().topic())
                                .toArray()));
        statement.setArray(
                2,
                connection.createArrayOf(
                        "int4",
                        moves.stream()
                                .map(move -> move.slot().partition().partition())
                                .toArray()));
        statement.setArray(
                3,
                connection.createArrayOf(
                        "int8", moves.stream().map(Moves::nextOrNull).toArray()));
        statement.setString(4, consumer);
        statement.setString(5, consumer);
    }

    private static Long nextOrNull(Move move) {
        return move.next().isPresent() ? (Long) move.next().getAsLong() : null;
    }

    /** Reads what the table held before. */
    public void read(ResultSet rows) throws SQLException {
        before.clear();
        while (rows.next()) {
            before.put(new TopicPartition(rows.getString(1), rows.getInt(2)), rows.getLong(3));
        }
    }

    List<Move> all() {
        return moves;
    }

    OptionalLong before(Move move) {
        Long offset = before.get(move.slot().partition());
        return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
    }
}
