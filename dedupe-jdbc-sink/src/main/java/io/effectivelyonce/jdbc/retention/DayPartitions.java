package io.effectivelyonce.jdbc.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The partitions of a claims table, a UTC day each. One is made as a table of its own and attached, for that lets open writers
 * go on, while {@code PARTITION OF} would wait for them.
 */
public final class DayPartitions {
    private static final String PARTITIONS = """
            SELECT inhrelid::regclass::text, substring(bound FROM 'FROM \\(''([^'']+)''\\)'),
                   substring(bound FROM 'TO \\(''([^'']+)''\\)')
            FROM (SELECT inhrelid, pg_get_expr(relpartbound, inhrelid) AS bound
                  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
                  WHERE inhparent = to_regclass(?)) AS partitions""";

    /**
     * A partition as the server has it.
     *
     * @param name as it stands in SQL
     * @param from the first day; {@link LocalDate#MIN} if it has none
     * @param until the day after the last; {@link LocalDate#MAX} if it has none
     */
    record Partition(String name, LocalDate from, LocalDate until) {
        boolean holds(LocalDate day) {
            return !day.isBefore(from) && day.isBefore(until);
        }
    }

    private final SqlName table;
    private final Upkeep upkeep;
    private List<Partition> known = List.of();

    public DayPartitions(SqlName table) {
        this.table = table;
        this.upkeep = new Upkeep(table);
    }

    /**
     * Makes sure that there is a partition for each of these days. Not inside of a transaction: each new one is committed by
     * itself, and tasks that miss the same one wait for each other.
     */
    public void provide(Connection connection, Collection<LocalDate> days) throws SQLException {
        if (allKnown(days)) {
            return;
        }
        for (LocalDate day : days) {
            upkeep.alone(connection, () -> {
                if (!allKnown(List.of(day))) {
                    known = partitions(connection);
                }
                if (!allKnown(List.of(day))) {
                    add(connection, day);
                    known = partitions(connection);
                }
            });
        }
    }

    private boolean allKnown(Collection<LocalDate> days) {
        return days.stream().allMatch(day -> known.stream().anyMatch(one -> one.holds(day)));
    }

    /** The first day of the oldest partition; empty without any. A partition for all that is older counts as none. */
    Optional<LocalDate> oldest(Connection connection) throws SQLException {
        return partitions(connection).stream()
                .map(Partition::from)
                .filter(LocalDate.MIN::isBefore)
                .min(Comparator.naturalOrder());
    }

    private void add(Connection connection, LocalDate day) throws SQLException {
        String name =
                table.with("_" + day.format(DateTimeFormatter.BASIC_ISO_DATE)).sql();
        try (Statement ddl = connection.createStatement()) {
            ddl.execute("CREATE TABLE " + name + " (LIKE " + table.sql() + " INCLUDING ALL)");
            ddl.execute("ALTER TABLE " + table.sql() + " ATTACH PARTITION " + name + " FOR VALUES FROM ('" + day
                    + "') TO ('" + day.plusDays(1) + "')");
        }
    }

    List<Partition> partitions(Connection connection) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(PARTITIONS)) {
            ask.setString(1, table.sql());
            try (ResultSet answer = ask.executeQuery()) {
                List<Partition> partitions = new ArrayList<>();
                while (answer.next()) {
                    String from = answer.getString(2);
                    String until = answer.getString(3);
                    partitions.add(new Partition(
                            answer.getString(1),
                            from == null ? LocalDate.MIN : LocalDate.parse(from),
                            until == null ? LocalDate.MAX : LocalDate.parse(until)));
                }
                return partitions;
            }
        }
    }
}
