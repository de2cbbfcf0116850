package io.effectivelyonce.outbox.json;

import java.util.Locale;

/** How the names of JSON fields become names in a schema. */
public enum FieldNames {
    /** As they are. */
    NONE {
        @Override
        public String adjust(String name) {
            return name;
        }
    },
    /** What Avro doesn't allow becomes an underscore. */
    AVRO {
        @Override
        public String adjust(String name) {
            StringBuilder adjusted = new StringBuilder(name.length() + 1);
            if (!name.isEmpty() && isDigit(name.charAt(0))) {
                adjusted.append('_');
            }
            name.chars().forEach(c -> adjusted.append(isLetter(c) || isDigit(c) || c == '_' ? (char) c : '_'));
            return adjusted.toString();
        }
    },
    /** What Avro doesn't allow, and the underscore itself, becomes its code, so that different names stay different. */
    AVRO_UNICODE {
        @Override
        public String adjust(String name) {
            StringBuilder adjusted = new StringBuilder(name.length());
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                boolean legal = isLetter(c) || (i > 0 && isDigit(c));
                adjusted.append(legal ? String.valueOf(c) : String.format(Locale.ROOT, "_u%04x", (int) c));
            }
            return adjusted.toString();
        }
    };

    public abstract String adjust(String name);

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
