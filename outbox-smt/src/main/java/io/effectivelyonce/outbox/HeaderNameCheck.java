package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.header.CloudEvents;
import io.effectivelyonce.outbox.header.ConstantHeaders;
import io.effectivelyonce.outbox.header.EventHeaders;
import io.effectivelyonce.outbox.header.SourceHeaders;
import io.effectivelyonce.outbox.header.TraceContext;
import io.effectivelyonce.outbox.row.MissingColumn;
import io.effectivelyonce.outbox.row.Placement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** A header that occurs twice has no meaning for the one who reads it, so one of our own may meet no other header of the event. */
final class HeaderNameCheck extends CrossCheck {
    private static final List<String> ALL = List.of(
            Options.PLACEMENT,
            Options.ID_HEADER,
            Options.TYPE_HEADER,
            Options.VERSION_HEADER,
            Options.CONSTANT_HEADERS,
            Options.SOURCE_HEADERS,
            Options.CLOUDEVENTS_SOURCE,
            Options.TRACE_CONTEXT);

    private final ConfigDef.Validator form;

    /**
     * @param form what else the option's value must be
     */
    HeaderNameCheck(ConfigDef.Validator form) {
        this.form = form;
    }

    /** For an option whose value is a header's name. */
    static HeaderNameCheck ofName() {
        return new HeaderNameCheck((key, value) -> {
            if (value instanceof String name && name.isEmpty()) {
                throw new ConfigException(key, value, "a header needs a name; leave the key out for no header");
            }
        });
    }

    @Override
    public void ensureValid(String key, Object value) {
        form.ensureValid(key, value);
    }

    @Override
    void check(String key, Map<String, ?> parsed) {
        Set<String> taken = new HashSet<>(Set.of(EventHeaders.ID));
        ALL.stream().filter(other -> !other.equals(key)).forEach(other -> taken.addAll(written(other, parsed)));
        for (String name : written(key, parsed)) {
            if (!taken.add(name)) {
                throw new ConfigException(key, parsed.get(key), "'" + name + "' is the name of another header");
            }
        }
    }

    /** The names of all headers that an event gets under these options. */
    static Set<String> all(Map<String, ?> parsed) {
        Set<String> names = new HashSet<>(Set.of(EventHeaders.ID));
        ALL.forEach(key -> names.addAll(written(key, parsed)));
        return names;
    }

    /** The names of the headers that the option brings. */
    private static List<String> written(String key, Map<String, ?> parsed) {
        Object value = parsed.get(key);
        if (value == null) {
            return List.of();
        }
        try {
            return switch (key) {
                case Options.CLOUDEVENTS_SOURCE -> CloudEvents.NAMES;
                case Options.TRACE_CONTEXT -> TraceContext.NAMES;
                case Options.PLACEMENT -> placed((List<?>) value);
                case Options.CONSTANT_HEADERS ->
                    ConstantHeaders.parse(key, (List<?>) value).names();
                case Options.SOURCE_HEADERS ->
                    SourceHeaders.parse(key, (List<?>) value, MissingColumn.ERROR)
                            .names();
                case Options.VERSION_HEADER ->
                    parsed.get(Options.EVENT_VERSION) == null ? List.of() : List.of(value.toString());
                default -> List.of(value.toString());
            };
        } catch (ConfigException toldOnItsOwnKey) {
            return List.of();
        }
    }

    private static List<String> placed(List<?> items) {
        return Placement.parse(Options.PLACEMENT, items).stream()
                .filter(placement -> placement.place() == Placement.Place.HEADER)
                .map(Placement::alias)
                .toList();
    }

    @Override
    public String toString() {
        return "names that no other header of the event has";
    }
}
