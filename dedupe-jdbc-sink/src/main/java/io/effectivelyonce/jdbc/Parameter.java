package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.select.Root;
import io.effectivelyonce.spine.select.Selector;
import io.effectivelyonce.spine.select.SelectorSyntaxException;
import java.util.Arrays;

/**
 * What a named parameter of a statement stands for. A bare {@code :name} is a field of the record value, unless the name is
 * one of the words that selectors start with; {@code :event.id} is the id as it is claimed.
 */
sealed interface Parameter {

    /** The event id as it is claimed. */
    record ClaimedId() implements Parameter {
        @Override
        public String toString() {
            return "event.id";
        }
    }

    /** A place in the record, or in the element at hand. */
    record Place(Selector selector) implements Parameter {
        @Override
        public String toString() {
            return selector.toString();
        }
    }

    /**
     * Reads what follows the colon.
     *
     * @throws IllegalArgumentException if it is no selector
     */
    static Parameter parse(String text) {
        if (text.equals("event.id")) {
            return new ClaimedId();
        }
        if (text.startsWith("`")) {
            return new Place(Selector.parse("value." + text));
        }
        int dot = text.indexOf('.');
        String first = dot < 0 ? text : text.substring(0, dot);
        if (isRoot(first)) {
            return new Place(Selector.parse(text));
        }
        if (dot < 0) {
            return new Place(Selector.valueField(text));
        }
        throw new IllegalArgumentException("parameter ':" + text + "' starts with '" + first
                + "'; with a dot it must start with key, value, header, item or be event.id. For a field of the record"
                + " value write :value." + text);
    }

    private static boolean isRoot(String word) {
        return Arrays.stream(Root.values()).anyMatch(root -> root.word().equals(word));
    }

    /** {@link #parse(String)}, with the position in the statement. */
    static Parameter parseAt(int position, String text) {
        try {
            return parse(text);
        } catch (SelectorSyntaxException e) {
            throw new SqlSyntaxException(position, "parameter ':" + text + "': " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new SqlSyntaxException(position, e.getMessage());
        }
    }
}
