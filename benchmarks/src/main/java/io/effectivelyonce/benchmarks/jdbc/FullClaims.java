package io.effectivelyonce.benchmarks.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** A delivery into a claims table that holds many claims already, all of them older than the events. */
record FullClaims(Layout layout, SinkConnector into) implements Contestant {
    private static final String COLUMNS = "consumer text not null, event_id uuid not null, %s"
            + "processed_at timestamptz not null default now(), primary key (event_id, consumer%s)";

    /** What the ids are, and how their claims lie. */
    enum Layout {
        RANDOM("claims_random", "", "", "gen_random_uuid()"),
        TIME_ORDERED("claims_time_ordered", "", "", "uuidv7(interval '-1 day')"),
        DAILY(
                "claims_daily",
                "event_day date not null, ",
                ", event_day",
                "gen_random_uuid(), date '2026-11-29' - n % 10");

        private final String table;
        private final String day;
        private final String keyDay;
        private final String claim;

        Layout(String table, String day, String keyDay, String claim) {
            this.table = table;
            this.day = day;
            this.keyDay = keyDay;
            this.claim = claim;
        }

        /** What a connector is told, so that it claims there. */
        Map<String, String> config() {
            return this == DAILY
                    ? Map.of(
                            "dedupe.table.name",
                            table,
                            "dedupe.table.layout",
                            "daily",
                            "event.time.from",
                            "value.placed_at")
                    : Map.of("dedupe.table.name", table);
        }

        private void fill(Statement statement, long claims) throws SQLException {
            statement.execute("create table " + table + " (" + COLUMNS.formatted(day, keyDay) + ")"
                    + (this == DAILY ? " partition by range (event_day)" : ""));
            for (int back = 0; this == DAILY && back < 10; back++) {
                statement.execute(
                        "create table claims_daily_" + back + " partition of claims_daily for values from (date"
                                + " '2026-11-29' - " + back + ") to (date '2026-11-30' - " + back + ")");
            }
            statement.execute("insert into " + table + " (consumer, event_id" + (this == DAILY ? ", event_day" : "")
                    + ") select 'past', " + claim + " from generate_series(1, " + claims + ") as n");
            statement.execute("vacuum analyze " + table);
        }
    }

    /** Makes the tables and fills them. */
    static void fill(Ground ground, long claims) throws SQLException {
        try (Connection connection = ground.connection();
                Statement statement = connection.createStatement()) {
            for (Layout layout : Layout.values()) {
                layout.fill(statement, claims);
            }
        }
    }

    @Override
    public String name() {
        return into.name();
    }

    @Override
    public double run(Ground ground, int round) throws Exception {
        ground.execute("delete from " + layout.table + " where consumer <> 'past'");
        ground.execute("vacuum " + layout.table);
        return into.run(ground, round);
    }
}
