package io.effectivelyonce.jdbc;

import java.util.Optional;
import java.util.UUID;

/**
 * The identity of an event as it is claimed. Ids have one order that is the same in every task, so that two tasks that claim
 * the same ids wait for each other instead of locking each other out.
 */
sealed interface EventId extends Comparable<EventId> {

    /** The id in its one spelling. */
    String text();

    /** The id as a UUID, if it is kept as one. */
    default Optional<UUID> asUuid() {
        return Optional.empty();
    }

    /** Sixteen bytes, ordered as an unsigned number. */
    record OfUuid(UUID uuid) implements EventId {
        @Override
        public String text() {
            return uuid.toString();
        }

        @Override
        public Optional<UUID> asUuid() {
            return Optional.of(uuid);
        }

        @Override
        public int compareTo(EventId other) {
            return other instanceof OfUuid that ? compareUnsigned(uuid, that.uuid) : text().compareTo(other.text());
        }

        private static int compareUnsigned(UUID one, UUID other) {
            int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
            return high == 0
                    ? Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits())
                    : high;
        }
    }

    /** Text, compared as it stands. */
    record OfText(String text) implements EventId {
        @Override
        public int compareTo(EventId other) {
            return text.compareTo(other.text());
        }
    }
}
