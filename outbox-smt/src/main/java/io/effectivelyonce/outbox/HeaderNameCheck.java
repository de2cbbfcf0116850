package io.effectivelyonce.outbox;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/** A header that occurs twice has no meaning for the one who reads it, so one of our own may meet no other header of the event. */
final class HeaderNameCheck extends CrossCheck {
    private static final List<String> OURS = List.of(Options.ID_HEADER, Options.TYPE_HEADER, Options.VERSION_HEADER);

    @Override
    public void ensureValid(String key, Object value) {
        if (value instanceof String name && name.isEmpty()) {
            throw new ConfigException(key, value, "a header needs a name; leave the key out for no header");
        }
    }

    @Override
    void check(String key, Map<String, ?> parsed) {
        Set<String> taken = new HashSet<>(Set.of(EventHeaders.ID));
        if (parsed.get(Options.PLACEMENT) instanceof List<?> items) {
            Placement.parse(Options.PLACEMENT, items).stream()
                    .filter(placement -> placement.place() == Placement.Place.HEADER)
                    .forEach(placement -> taken.add(placement.alias()));
        }
        OURS.stream()
                .filter(other -> !other.equals(key) && isWritten(other, parsed))
                .forEach(other -> taken.add(parsed.get(other).toString()));
        if (isWritten(key, parsed) && taken.contains(parsed.get(key).toString())) {
            throw new ConfigException(key, parsed.get(key), "is the name of another header of the event");
        }
    }

    private static boolean isWritten(String key, Map<String, ?> parsed) {
        boolean wanted = !key.equals(Options.VERSION_HEADER) || parsed.get(Options.EVENT_VERSION) != null;
        return wanted && parsed.get(key) != null;
    }

    @Override
    public String toString() {
        return "a name that no other header of the event has";
    }
}
