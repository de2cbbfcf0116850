package io.effectivelyonce.jdbc;

import java.util.Map;

/** What an operator can do about a failure, told by its SQLSTATE. */
final class Remedies {
    private static final String NETWORK =
            "it goes on by itself when the server answers; look at the server, the network and "
                    + ConnectionOptions.URL;
    private static final String LOCKS = "find the session that holds the lock (pg_locks, pg_stat_activity)";
    private static final String LOGIN = "correct " + ConnectionOptions.USER + " and " + ConnectionOptions.PASSWORD
            + ", or what the server allows (pg_hba.conf); they are read again at each try, from their config providers too";
    private static final String POOLER = "a pooler that hands out servers per transaction needs "
            + ConnectionOptions.PREFIX + "prepareThreshold=0, or must keep track of prepared statements itself";

    private static final String CORRECT = "put it right at the database or in the configuration";

    private static final Map<String, String> BY_STATE = Map.ofEntries(
            Map.entry("08004", LOGIN),
            Map.entry(
                    "25006",
                    "the server is a standby or set to read-only; let " + ConnectionOptions.URL
                            + " lead to the primary, as several hosts with targetServerType=primary do"),
            Map.entry("25P03", "the server ended a transaction that stood still; look at the load of the worker"),
            Map.entry("26000", POOLER),
            Map.entry("42P05", POOLER),
            Map.entry("40001", "another session was in the way; if it lasts, look for what changes the same rows"),
            Map.entry("40P01", "give the statements that change shared rows an order.by, and see batch.order"),
            Map.entry("53100", "make room on the server's disk"),
            Map.entry("53200", "give the server more memory, or lower " + WritingOptions.BATCH_SIZE),
            Map.entry("53300", "close sessions of others, or raise max_connections"),
            Map.entry("53400", "raise the limit at the server"),
            Map.entry("55P03", LOCKS),
            Map.entry(
                    "57014",
                    "find out what makes the statement so slow (locks, a missing index), or lower "
                            + WritingOptions.BATCH_SIZE),
            Map.entry("42501", "grant the role what it needs"));

    private static final Map<String, String> BY_CLASS = Map.of(
            "08",
            NETWORK,
            "28",
            LOGIN,
            "57",
            NETWORK,
            "58",
            "look at the server's log and its disk",
            "XX",
            "look at the server's log");

    private Remedies() {}

    static String of(SqlFault fault) {
        String state = fault.sqlState();
        if (state.isEmpty()) {
            return fault.kind() == SqlFault.Kind.CONFIGURATION ? CORRECT : NETWORK;
        }
        return BY_STATE.getOrDefault(state, BY_CLASS.getOrDefault(state.substring(0, 2), CORRECT));
    }
}
