package io.effectivelyonce.outbox;

import java.util.Optional;

/** The broker's rules for topic names. */
final class TopicName {
    private static final int LONGEST = 249;

    private TopicName() {}

    /** What is wrong with the name, without the name. */
    static Optional<String> flawOf(String name) {
        if (name.isEmpty()) {
            return Optional.of("an empty name");
        }
        if (name.equals(".") || name.equals("..")) {
            return Optional.of("a name of dots alone");
        }
        if (name.length() > LONGEST) {
            return Optional.of("a name of " + name.length() + " characters, with " + LONGEST + " allowed");
        }
        return name.chars()
                .filter(c -> !isLegal(c))
                .mapToObj(c -> String.format(
                        "a name with the character U+%04X; letters, digits, '.', '_' and '-' are allowed", c))
                .findFirst();
    }

    private static boolean isLegal(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '_'
                || c == '-';
    }
}
