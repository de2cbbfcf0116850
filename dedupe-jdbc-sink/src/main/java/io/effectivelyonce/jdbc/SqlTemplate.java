package io.effectivelyonce.jdbc;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A configured statement, taken apart into its own text and its named parameters. Parameters are only ever bound: the text
 * that the server gets doesn't depend on any record.
 */
final class SqlTemplate {

    /** A stretch of the statement. */
    sealed interface Piece {
        /** As it was configured. */
        String source();

        /** As the driver wants it. */
        String driverText();
    }

    /** The statement's own text. */
    record Text(String source) implements Piece {
        @Override
        public String driverText() {
            return source;
        }
    }

    /** A question mark of an operator such as {@code ?|}, which the driver would take for a parameter. */
    record QuestionMark() implements Piece {
        @Override
        public String source() {
            return "?";
        }

        @Override
        public String driverText() {
            return "??";
        }
    }

    /** A place where a value is bound. */
    record Placeholder(String source, Parameter parameter) implements Piece {
        @Override
        public String driverText() {
            return "?";
        }
    }

    private final List<Piece> pieces;
    private final List<Parameter> parameters;
    private final String verb;

    private SqlTemplate(List<Piece> pieces, String verb) {
        this.verb = verb;
        this.pieces = List.copyOf(pieces);
        this.parameters = pieces.stream()
                .filter(Placeholder.class::isInstance)
                .map(piece -> ((Placeholder) piece).parameter())
                .toList();
    }

    /**
     * Takes a statement apart.
     *
     * @throws SqlSyntaxException with the position of the problem
     */
    static SqlTemplate parse(String sql) {
        SqlLexer lexer = new SqlLexer(sql);
        return new SqlTemplate(lexer.pieces(), lexer.verb());
    }

    /** What is bound, in the order of the places; a name that occurs twice is there twice. */
    List<Parameter> parameters() {
        return parameters;
    }

    /**
     * The parameters that a list of names stands for.
     *
     * @param names as they stand in the statement, with or without the colon; {@code *} for all
     * @throws IllegalArgumentException if the statement has no such parameter
     */
    Set<Parameter> named(List<String> names) {
        if (names.contains("*")) {
            return new HashSet<>(parameters);
        }
        Set<Parameter> found = new HashSet<>();
        for (String name : names) {
            Parameter meant = Parameter.parse(name.startsWith(":") ? name.substring(1) : name);
            parameters.stream()
                    .filter(one -> one.toString().equals(meant.toString()))
                    .forEach(found::add);
            if (found.stream().noneMatch(one -> one.toString().equals(meant.toString()))) {
                throw new IllegalArgumentException("the statement has no parameter :" + name);
            }
        }
        return found;
    }

    /** The statement in its parts. */
    List<Piece> pieces() {
        return pieces;
    }

    /** The first word of the statement, in capitals. */
    String verb() {
        return verb;
    }

    /** The statement for the driver. */
    String driverText() {
        StringBuilder text = new StringBuilder();
        boolean afterPlaceholder = false;
        for (Piece piece : pieces) {
            // the driver would read the marks of a parameter and of an operator behind it the other way round
            text.append(afterPlaceholder && piece instanceof QuestionMark ? " " : "")
                    .append(piece.driverText());
            afterPlaceholder = piece instanceof Placeholder;
        }
        return text.toString();
    }

    /** The statement as it was configured. */
    @Override
    public String toString() {
        return pieces.stream().map(Piece::source).collect(Collectors.joining());
    }
}
