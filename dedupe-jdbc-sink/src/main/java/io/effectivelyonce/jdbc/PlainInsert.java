package io.effectivelyonce.jdbc;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code INSERT INTO table (columns) VALUES (parameters)}, perhaps with {@code ON CONFLICT … DO NOTHING}: a statement whose
 * runs can be written as one that takes an array for each parameter. Anything else in its place, a comment even, makes it
 * another kind of statement.
 *
 * @param table the table as it stands in the statement
 * @param upToValues the text before {@code VALUES}
 * @param onConflict the text after the values
 */
record PlainInsert(String table, String upToValues, String onConflict) {
    private static final String NAME = "(?:[\\p{L}_][\\p{L}\\p{N}_$]*+|\"(?:[^\"]|\"\")++\")";

    private static final Pattern HEAD = Pattern.compile(
            "(?i)\\s*(INSERT\\s+INTO\\s+(NAME(?:\\s*\\.\\s*NAME)?+)(?:\\s*\\(\\s*NAME(?:\\s*,\\s*NAME)*+\\s*\\))?+)\\s*VALUES\\s*\\(\\s*"
                    .replace("NAME", NAME));

    private static final Pattern BETWEEN = Pattern.compile("\\s*,\\s*");

    private static final Pattern TAIL = Pattern.compile(
            "(?i)\\s*\\)\\s*(ON\\s+CONFLICT\\s*(?:\\(\\s*NAME(?:\\s*,\\s*NAME)*+\\s*\\)|ON\\s+CONSTRAINT\\s+NAME)?+\\s*DO\\s+NOTHING|)\\s*;?\\s*"
                    .replace("NAME", NAME));

    /** The statement as a plain insert, if it is one. */
    static Optional<PlainInsert> of(SqlTemplate sql) {
        List<SqlTemplate.Piece> pieces = sql.pieces();
        if (pieces.size() < 3) {
            return Optional.empty();
        }
        Matcher head = HEAD.matcher(pieces.get(0).source());
        Matcher tail = TAIL.matcher(pieces.get(pieces.size() - 1).source());
        return head.matches() && tail.matches() && onlyParameters(pieces.subList(1, pieces.size() - 1))
                ? Optional.of(new PlainInsert(head.group(2), head.group(1), tail.group(1)))
                : Optional.empty();
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
        return onConflict.isEmpty();
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
