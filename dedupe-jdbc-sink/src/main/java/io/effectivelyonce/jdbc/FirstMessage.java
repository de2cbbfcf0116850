package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.Moves;
import io.effectivelyonce.jdbc.offsets.OffsetsTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What begins a transaction, all in one message: the settings, the offsets that move with it, the claims, and the question how far
 * back claims are kept. Whoever stands between the sink and the server, the settings meet the server that has the claims.
 */
final class FirstMessage {
    /**
     * READ COMMITTED, whatever the database defaults to: only there a claim that had to wait answers "known already" instead
     * of failing.
     */
    private static final String BEGINNING = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL jit = off";

    /**
     * What is to be set because the session has it otherwise. The limits, in milliseconds, end a transaction that hangs, for
     * its locks hold up the task that took over; where the role or the server has a stricter one, that stays. A commit that a
     * crash of the server forgets would be lost, since its offset has moved on.
     */
    private static final String SETTINGS = """
            SELECT coalesce(string_agg('; SET LOCAL ' || name || ' = ' || most, ''), '')
                   || CASE WHEN current_setting('synchronous_commit') = 'off'
                           THEN '; SET LOCAL synchronous_commit = on' ELSE '' END
            FROM (VALUES ('lock_timeout', 10000), ('statement_timeout', 60000),
                         ('idle_in_transaction_session_timeout', 60000)) AS limits (name, most)
            WHERE (SELECT setting::bigint FROM pg_settings WHERE pg_settings.name = limits.name)
                  NOT BETWEEN 1 AND most""";

    /**
     * Deferred constraints would let an event through because of a later one in its batch, and blame all of them for one. So
     * they are checked with each statement; an event that breaks one for a while fails like that, and is tried alone, where
     * they are checked when it ends.
     */
    private static final String AT_ONCE = "; SET CONSTRAINTS ALL IMMEDIATE";

    private final Connection connection;
    private final Optional<ClaimsConfig> claims;

    /** Parameters that come before those of the claims. */
    private final int before;

    private final Form several;
    private final Form single;

    private FirstMessage(Connection connection, JdbcSinkConfig config) throws SQLException {
        this.connection = connection;
        this.claims = config.claims();
        this.before = config.offsets().isPresent() ? OffsetsTable.PARAMETERS : 0;
        String begin = BEGINNING + "; SET LOCAL TimeZone = '" + config.timeZone() + "'" + settings(connection);
        String move =
                config.offsets().map(one -> "; " + new OffsetsTable(one).move()).orElse("");
        this.several = form(begin + AT_ONCE + move);
        this.single = form(begin + move);
    }

    static FirstMessage prepare(Connection connection, JdbcSinkConfig config) throws SQLException {
        return new FirstMessage(connection, config);
    }

    private static String settings(Connection connection) throws SQLException {
        try (Statement ask = connection.createStatement();
                ResultSet answer = ask.executeQuery(SETTINGS)) {
            answer.next();
            return answer.getString(1);
        }
    }

    /**
     * The message in its two forms.
     *
     * @param careful without claims, or with those that leave alone what is claimed already
     * @param trusting with claims that fail if one is not new
     */
    private record Form(PreparedStatement careful, Optional<PreparedStatement> trusting) {}

    private Form form(String settings) throws SQLException {
        Optional<ClaimsTable> table = claims.map(ClaimsTable::new);
        return new Form(
                prepared(table.map(one -> settings + "; " + one.claim()).orElse(settings)),
                table.isPresent()
                        ? Optional.of(prepared(settings + "; " + table.get().claimAll()))
                        : Optional.empty());
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement message = connection.prepareStatement(sql);
        message.setFetchSize(Session.ALL_ROWS);
        return message;
    }

    private Form of(boolean alone) {
        return alone ? single : several;
    }

    /**
     * Begins a transaction without claims.
     *
     * @param moves the offsets that it moves; there if and only if offsets are kept
     * @param alone whether it is for one event alone
     */
    void begin(Optional<Moves> moves, boolean alone) throws SQLException {
        PreparedStatement beginning = of(alone).careful();
        bind(beginning, moves);
        send(beginning, moves);
    }

    /** Sends the first message of a transaction, and reads what the table of offsets held before. */
    private static Answers send(PreparedStatement message, Optional<Moves> moves) throws SQLException {
        Answers answers = Answers.to(message);
        if (moves.isPresent()) {
            answers.rows(moves.get()::read);
        }
        return answers;
    }

    private static void bind(PreparedStatement message, Optional<Moves> moves) throws SQLException {
        if (moves.isPresent()) {
            moves.get().bind(message);
        }
    }

    /**
     * What the server says to claims.
     *
     * @param fresh the ids that were claimed now
     * @param forgottenBefore the day before which claims may be gone
     */
    record Answer(Set<EventId> fresh, Optional<LocalDate> forgottenBefore) {}

    /**
     * Begins a transaction, moves offsets and claims these events, all in one message.
     *
     * @param ids in the order that every task keeps, each with the day of the event where claims know it
     * @param alone whether it is for one event alone
     * @return those that are new; the others had their effect before
     */
    Answer claim(Optional<Moves> moves, Map<EventId, Optional<LocalDate>> ids, boolean alone) throws SQLException {
        PreparedStatement claim = of(alone).careful();
        bindClaims(claim, moves, ids);
        Set<EventId> fresh = new HashSet<>();
        Answers answers = send(claim, moves);
        answers.rows(rows -> readIds(rows, fresh));
        return new Answer(fresh, forgottenBefore(answers));
    }

    /**
     * Begins a transaction, moves offsets and claims these events, none of which may be claimed already, all in one message.
     *
     * @return empty if the server claimed another number of them
     */
    Optional<Answer> claimAll(Optional<Moves> moves, Map<EventId, Optional<LocalDate>> ids, boolean alone)
            throws SQLException {
        PreparedStatement claim = of(alone).trusting().orElseThrow();
        bindClaims(claim, moves, ids);
        Answers answers = send(claim, moves);
        int claimed = answers.counts();
        Optional<LocalDate> forgottenBefore = forgottenBefore(answers);
        return claimed == ids.size()
                ? Optional.of(new Answer(new HashSet<>(ids.keySet()), forgottenBefore))
                : Optional.empty();
    }

    private void bindClaims(PreparedStatement claim, Optional<Moves> moves, Map<EventId, Optional<LocalDate>> ids)
            throws SQLException {
        bind(claim, moves);
        bind(claim, before, ids);
        bindHorizon(claim, before);
    }

    /** Which of these are claimed. */
    Set<EventId> lookUp(Map<EventId, Optional<LocalDate>> ids) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(new ClaimsTable(claims.orElseThrow()).lookUp())) {
            bind(ask, 0, ids);
            Set<EventId> claimed = new HashSet<>();
            Answers.to(ask).rows(rows -> readIds(rows, claimed));
            return claimed;
        }
    }

    private void readIds(ResultSet rows, Set<EventId> into) throws SQLException {
        while (rows.next()) {
            into.add(claims.orElseThrow().type().parse(rows.getString(1)));
        }
    }

    /** The answer to the question that follows the claims where they know days. */
    private Optional<LocalDate> forgottenBefore(Answers answers) throws SQLException {
        List<LocalDate> told = new ArrayList<>();
        if (claims.orElseThrow().retention().isPresent()) {
            answers.rows(rows -> {
                if (rows.next() && rows.getString(1) != null) {
                    told.add(LocalDate.parse(rows.getString(1)));
                }
            });
        }
        return told.stream().findFirst();
    }

    private void bind(PreparedStatement claim, int before, Map<EventId, Optional<LocalDate>> ids) throws SQLException {
        ClaimsConfig how = claims.orElseThrow();
        claim.setString(before + 1, how.consumer());
        claim.setArray(
                before + 2,
                connection.createArrayOf(
                        how.type().columnType(),
                        ids.keySet().stream().map(EventId::text).toArray()));
        if (how.retention().isPresent()) {
            claim.setArray(
                    before + 3,
                    connection.createArrayOf(
                            "date",
                            ids.values().stream()
                                    .map(day -> day.orElseThrow().toString())
                                    .toArray()));
        }
    }

    /** The question that follows the claims where they know days. */
    private void bindHorizon(PreparedStatement claim, int before) throws SQLException {
        ClaimsConfig how = claims.orElseThrow();
        if (how.retention().isPresent()) {
            claim.setString(before + 4, how.consumer());
        }
    }
}
