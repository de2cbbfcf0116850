package io.effectivelyonce.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the named parameters of a PostgreSQL statement, and nothing that only looks like one: casts, literals, quoted names,
 * comments, dollar quotes, {@code :=} and array slices stay text.
 *
 * <p>Takes {@code standard_conforming_strings} for on, as it is by default: a backslash escapes only inside {@code E'..'}.
 */
final class SqlLexer {
    private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$([\\p{L}_][\\p{L}\\p{N}_]*)?\\$");
    private static final Set<String> VERBS =
            Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "SELECT", "WITH", "CALL", "VALUES");

    private final String sql;
    private final List<SqlTemplate.Piece> pieces = new ArrayList<>();
    private int at;
    private int textFrom;
    private int brackets;
    private String verb = "";
    private boolean ended;

    SqlLexer(String sql) {
        this.sql = sql;
    }

    List<SqlTemplate.Piece> pieces() {
        while (at < sql.length()) {
            step();
        }
        text(at);
        if (verb.isEmpty()) {
            throw new SqlSyntaxException(0, "there is no statement");
        }
        return pieces;
    }

    /** The statement's first word, in capitals; known after {@link #pieces()}. */
    String verb() {
        return verb;
    }

    private void step() {
        char c = sql.charAt(at);
        if (sql.startsWith("--", at)) {
            lineComment();
        } else if (sql.startsWith("/*", at)) {
            blockComment();
        } else if (Character.isWhitespace(c)) {
            at++;
        } else if (c == ';') {
            ended = true;
            at++;
        } else if (ended) {
            throw new SqlSyntaxException(
                    at, "text follows the semicolon; give each statement a name and an sql option of its own");
        } else if (nameStart(c)) {
            word();
        } else if (verb.isEmpty()) {
            throw notAVerb(at);
        } else {
            sign(c);
        }
    }

    private void sign(char c) {
        switch (c) {
            case '\'' -> quoted('\'', false);
            case '"' -> quoted('"', false);
            case '$' -> dollar();
            case '?' -> piece(at + 1, new SqlTemplate.QuestionMark());
            case ':' -> colon();
            case '[' -> {
                brackets++;
                at++;
            }
            case ']' -> {
                brackets--;
                at++;
            }
            default -> {
                if (Character.isDigit(c)) {
                    number();
                } else {
                    at++;
                }
            }
        }
    }

    private void word() {
        int start = at;
        while (at < sql.length() && (namePart(sql.charAt(at)) || sql.charAt(at) == '$')) {
            at++;
        }
        String word = sql.substring(start, at);
        if (verb.isEmpty()) {
            verb = word.toUpperCase(Locale.ROOT);
            if (!VERBS.contains(verb)) {
                throw notAVerb(start);
            }
        }
        if (word.equalsIgnoreCase("e") && at < sql.length() && sql.charAt(at) == '\'') {
            quoted('\'', true);
        }
    }

    /** Transaction control would tear the claim from its effect, and settings would outlive the event. */
    private static SqlSyntaxException notAVerb(int position) {
        return new SqlSyntaxException(
                position, "a statement starts with INSERT, UPDATE, DELETE, MERGE, SELECT, WITH, CALL or VALUES");
    }

    private void number() {
        while (at < sql.length() && namePart(sql.charAt(at))) {
            at++;
        }
    }

    private void quoted(char quote, boolean backslashEscapes) {
        int start = at++;
        while (at < sql.length()) {
            char c = sql.charAt(at++);
            if (c == '\\' && backslashEscapes) {
                at++;
            } else if (c == quote) {
                if (at < sql.length() && sql.charAt(at) == quote) {
                    at++;
                } else {
                    return;
                }
            }
        }
        throw new SqlSyntaxException(start, "the quote is not closed");
    }

    private void lineComment() {
        while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
            at++;
        }
    }

    private void blockComment() {
        int start = at;
        int depth = 0;
        do {
            if (sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else if (++at >= sql.length()) {
                throw new SqlSyntaxException(start, "the comment is not closed");
            }
        } while (depth > 0);
    }

    private void dollar() {
        Matcher opening = DOLLAR_QUOTE.matcher(sql).region(at, sql.length());
        if (opening.lookingAt()) {
            int end = sql.indexOf(opening.group(), opening.end());
            if (end < 0) {
                throw new SqlSyntaxException(at, "the dollar quote is not closed");
            }
            at = end + opening.group().length();
        } else if (at + 1 < sql.length() && Character.isDigit(sql.charAt(at + 1))) {
            throw new SqlSyntaxException(at, "parameters have names here, as in :quantity; numbers can't be bound");
        } else {
            at++;
        }
    }

    private void colon() {
        char next = at + 1 < sql.length() ? sql.charAt(at + 1) : ' ';
        if (next == ':' || next == '=') {
            at += 2;
        } else if ((nameStart(next) || next == '`') && !slices()) {
            parameter();
        } else {
            at++;
        }
    }

    /** Inside brackets a colon right after an operand separates the bounds of a slice, as in {@code a[1:n]}. */
    private boolean slices() {
        char before = sql.charAt(at - 1);
        return brackets > 0 && (namePart(before) || "])'\"`".indexOf(before) >= 0);
    }

    private void parameter() {
        int start = at;
        int end = name(at + 1);
        while (end + 1 < sql.length()
                && sql.charAt(end) == '.'
                && (nameStart(sql.charAt(end + 1)) || sql.charAt(end + 1) == '`')) {
            end = name(end + 1);
        }
        String source = sql.substring(start, end);
        piece(end, new SqlTemplate.Placeholder(source, Parameter.parseAt(start, source.substring(1))));
    }

    private int name(int from) {
        int end = from;
        if (sql.charAt(from) != '`') {
            while (end < sql.length() && namePart(sql.charAt(end))) {
                end++;
            }
            return end;
        }
        end++;
        while (end < sql.length() && sql.charAt(end) != '`') {
            end += sql.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= sql.length()) {
            throw new SqlSyntaxException(from, "the backtick is not closed");
        }
        return end + 1;
    }

    private void piece(int end, SqlTemplate.Piece piece) {
        text(at);
        pieces.add(piece);
        at = end;
        textFrom = end;
    }

    private void text(int end) {
        int until = Math.min(end, sql.length());
        if (until > textFrom) {
            pieces.add(new SqlTemplate.Text(sql.substring(textFrom, until)));
        }
        textFrom = until;
    }

    private static boolean nameStart(char c) {
        return Character.isLetter(c) || c == '_';
    }

    private static boolean namePart(char c) {
        return nameStart(c) || Character.isDigit(c);
    }
}
