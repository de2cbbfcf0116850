package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.TableName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code INSERT INTO table (columns) VALUES (parameters)}, perhaps with {@code ON CONFLICT … DO NOTHING} or with
 * {@code ON CONFLICT (columns) DO UPDATE SET column = EXCLUDED.column, …}: a statement whose runs can be written as one that
 * takes an array for each parameter. Anything else in its place, a comment even, makes it another kind of statement.
 *
 * @param table the table as it stands in the statement
 * @param upToValues the text before {@code VALUES}
 * @param columns the columns as they stand in the statement; null where it names none
 * @param onConflict the text after the values
 * @param key the parameters that say which row an update meets; empty if there is no update
 */
record PlainInsert(String table, String upToValues, String columns, String onConflict, List<Integer> key) {
    private static final String NAME = "(?:[\\p{L}_][\\p{L}\\p{N}_$]*+|\"(?:[^\"]|\"\")++\")";

    private static final String NAMES = "NAME(?:\\s*,\\s*NAME)*+";

    private static final String ASSIGNMENT = "(NAME)\\s*=\\s*EXCLUDED\\s*\\.\\s*(NAME)";

    private static final Pattern HEAD = pattern(
            "\\s*(INSERT\\s+INTO\\s+(NAME(?:\\s*\\.\\s*NAME)?+)(?:\\s*\\(\\s*(NAMES)\\s*\\))?+)\\s*VALUES\\s*\\(\\s*");

    private static final Pattern BETWEEN = pattern("\\s*,\\s*");

    private static final Pattern NOTHING = pattern("\\s*\\)\\s*(ON\\s+CONFLICT\\s*"
            + "(?:\\(\\s*NAMES\\s*\\)|ON\\s+CONSTRAINT\\s+NAME)?+\\s*DO\\s+NOTHING|)\\s*;?\\s*");

    private static final Pattern UPDATE =
            pattern("\\s*\\)\\s*(ON\\s+CONFLICT\\s*\\(\\s*(NAMES)\\s*\\)\\s*DO\\s+UPDATE\\s+SET\\s+"
                    + "(ASSIGNMENT(?:\\s*,\\s*ASSIGNMENT)*+))\\s*;?\\s*");

    private static final Pattern ONE_ASSIGNMENT = pattern(ASSIGNMENT);

    private static final Pattern ONE_NAME = pattern("NAME");

    private static Pattern pattern(String text) {
        return Pattern.compile("(?i)"
                + text.replace("ASSIGNMENT", ASSIGNMENT).replace("NAMES", NAMES).replace("NAME", NAME));
    }

    /** The statement as a plain insert, if it is one. */
    static Optional<PlainInsert> of(SqlTemplate sql) {
        List<SqlTemplate.Piece> pieces = sql.pieces();
        if (pieces.size() < 3 || !onlyParameters(pieces.subList(1, pieces.size() - 1))) {
            return Optional.empty();
        }
        Matcher head = HEAD.matcher(pieces.get(0).source());
        String tail = pieces.get(pieces.size() - 1).source();
        return head.matches() ? of(head, tail) : Optional.empty();
    }

    private static Optional<PlainInsert> of(Matcher head, String tail) {
        Matcher nothing = NOTHING.matcher(tail);
        if (nothing.matches()) {
            return Optional.of(
                    new PlainInsert(head.group(2), head.group(1), head.group(3), nothing.group(1), List.of()));
        }
        Matcher update = UPDATE.matcher(tail);
        if (!update.matches() || head.group(3) == null) {
            return Optional.empty();
        }
        List<String> columns = names(head.group(3));
        List<Integer> key =
                names(update.group(2)).stream().map(columns::indexOf).toList();
        return key.contains(-1) || !onlyWhatIsInserted(update.group(3), columns)
                ? Optional.empty()
                : Optional.of(new PlainInsert(head.group(2), head.group(1), head.group(3), update.group(1), key));
    }

    private static boolean onlyWhatIsInserted(String assignments, List<String> columns) {
        Set<String> taken = new HashSet<>();
        Matcher one = ONE_ASSIGNMENT.matcher(assignments);
        while (one.find()) {
            taken.addAll(names(one.group(2)));
        }
        return columns.containsAll(taken);
    }

    private static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        Matcher name = ONE_NAME.matcher(text);
        while (name.find()) {
            names.addAll(TableName.parse(name.group()).parts());
        }
        return names;
    }

    private static boolean onlyParameters(List<SqlTemplate.Piece> values) {
        for (int i = 0; i < values.size(); i++) {
            boolean right = i % 2 == 0
                    ? values.get(i) instanceof SqlTemplate.Placeholder
                    : BETWEEN.matcher(values.get(i).source()).matches();
            if (!right) {
                return false;
            }
        }
        return values.size() % 2 == 1;
    }

    /** Whether a run always affects one row, if it doesn't fail. */
    boolean alwaysOneRow() {
        return onConflict.isEmpty() || updates();
    }

    /** Whether a row that is there already is changed. */
    boolean updates() {
        return !key.isEmpty();
    }

    /** The COPY that does the same, where rows that are there already fail it and the columns are named. */
    Optional<String> copy() {
        return onConflict.isEmpty() && columns != null
                ? Optional.of("COPY " + table + " (" + columns + ") FROM STDIN")
                : Optional.empty();
    }

    /**
     * The statement that takes an array for each parameter; rows are inserted in the order of the elements.
     *
     * @param types the types of the elements as they stand in SQL
     */
    String ofArrays(List<String> types) {
        String arrays = types.stream().map(type -> "?::" + type + "[]").collect(Collectors.joining(", "));
        return upToValues + " SELECT * FROM unnest(" + arrays + ") " + onConflict;
    }
}
