package io.effectivelyonce.spine.select;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code root.name.`odd.name`}. Dots separate names; backticks enclose a name that has dots of its own, and inside them
 * a backslash makes the next backtick or backslash part of the name (as in KIP-821).
 */
final class SelectorParser {
    private final String text;
    private int at;

    SelectorParser(String text) {
        this.text = text;
    }

    Selector parse() {
        String word = plainName();
        Root root = Root.of(word)
                .orElseThrow(
                        () -> problem(
                                0,
                                "starts with '" + word
                                        + "'; a selector starts with key, value, header, topic, partition, offset, timestamp or item"));
        List<String> path = new ArrayList<>();
        while (at < text.length()) {
            if (text.charAt(at) != '.') {
                throw problem(at, "expected a dot");
            }
            at++;
            path.add(name());
        }
        if (!path.isEmpty() && !root.takesPath()) {
            throw problem(word.length(), "'" + word + "' has no fields");
        }
        if (path.isEmpty() && root == Root.HEADER) {
            throw problem(text.length(), "'header' wants the name of a header, as in header.id");
        }
        return new Selector(root, path, text);
    }

    private String name() {
        return at < text.length() && text.charAt(at) == '`' ? quotedName() : plainName();
    }

    private String plainName() {
        int start = at;
        while (at < text.length() && text.charAt(at) != '.') {
            if (text.charAt(at) == '`') {
                throw problem(at, "a backtick inside a name; enclose the whole name in backticks");
            }
            at++;
        }
        if (at == start) {
            throw problem(start, "expected a name");
        }
        return text.substring(start, at);
    }

    private String quotedName() {
        int start = at;
        StringBuilder name = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '`') {
                return name.toString();
            }
            if (c == '\\' && at < text.length() && (text.charAt(at) == '`' || text.charAt(at) == '\\')) {
                c = text.charAt(at++);
            }
            name.append(c);
        }
        throw problem(start, "the backtick is not closed");
    }

    private SelectorSyntaxException problem(int position, String problem) {
        return new SelectorSyntaxException(text, position, problem);
    }
}
