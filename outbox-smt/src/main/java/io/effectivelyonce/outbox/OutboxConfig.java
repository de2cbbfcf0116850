package io.effectivelyonce.outbox;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;

/** Turns what the user typed into the parts of the transform, once. */
final class OutboxConfig {
    private final AbstractConfig options;
    private final Columns.Names names;
    private final List<Placement> placements;
    private final MissingColumn missing;

    OutboxConfig(Map<String, ?> typed) {
        Misspelling.refuse(typed.keySet());
        Map<String, Object> present = OlderNames.translate(typed);
        this.options = new AbstractConfig(Options.DEFINITION, present, false);
        crossCheck();
        this.names = Columns.Names.of(
                new Columns(
                        options.getString(Options.EVENT_ID),
                        options.getString(Options.EVENT_KEY),
                        options.getString(Options.EVENT_TYPE),
                        options.getString(Options.EVENT_PAYLOAD),
                        options.getString(Options.ROUTE_BY)),
                present.keySet());
        List<String> placed = options.getList(Options.PLACEMENT);
        this.placements = placed == null ? List.of() : Placement.parse(Options.PLACEMENT, placed);
        this.missing = choice(Options.MISSING, Options.ON_MISSING);
    }

    Columns.Names names() {
        return names;
    }

    TableFilter tables() {
        List<String> tables = options.getList(Options.TABLES);
        return new TableFilter(tables == null ? List.of() : TableFilter.patterns(Options.TABLES, tables));
    }

    TableFilter.OnOtherTable onOtherTable() {
        return choice(Options.BEHAVIOR_ON_OTHER_TABLE, Options.ON_OTHER_TABLE);
    }

    OperationPolicy operations() {
        return new OperationPolicy(
                choice(Options.OP_INVALID, Options.ON_UPDATE),
                choice(Options.BEHAVIOR_ON_SNAPSHOT, Options.ON_SNAPSHOT),
                choice(Options.BEHAVIOR_ON_DELETE, Options.ON_DELETE),
                choice(Options.BEHAVIOR_ON_TRUNCATE, Options.ON_TRUNCATE));
    }

    FaultPolicy faults() {
        return switch (choice(Options.BEHAVIOR_ON_INVALID_ROW, Options.ON_INVALID_ROW)) {
            case FAIL -> new FaultPolicy.Fail();
            case DROP -> new FaultPolicy.Drop();
            case QUARANTINE -> new Quarantine(options.getString(Options.QUARANTINE_TOPIC), names, payload());
        };
    }

    EventMaker events() {
        return new EventMaker(
                payload(),
                route(),
                time(),
                headers(),
                envelope(),
                placed(Placement.Place.PARTITION),
                missing,
                options.getBoolean(Options.TOMBSTONE));
    }

    private Payload payload() {
        if (!options.getBoolean(Options.EXPAND)) {
            return new Payload(null);
        }
        JsonSchemas schemas = new JsonSchemas(
                choice(Options.JSON_NULL, Options.ON_JSON_NULL),
                choice(Options.JSON_EMPTY_ARRAY, Options.ON_JSON_EMPTY_ARRAY));
        return new Payload(new JsonExpansion(schemas, choice(Options.FIELD_NAMES, Options.ON_FIELD_NAMES)));
    }

    private TopicRoute route() {
        return new TopicRoute(
                Regex.compile(Options.ROUTE_REGEX, options.getString(Options.ROUTE_REGEX), 0),
                options.getString(Options.ROUTE_REPLACEMENT));
    }

    private EventTime time() {
        return new EventTime(
                options.getString(Options.EVENT_TIMESTAMP),
                options.getLong(Options.TIMESTAMP_MAX_AHEAD),
                Clock.systemUTC());
    }

    private EventHeaders headers() {
        HeaderNames headerNames = new HeaderNames(
                options.getString(Options.ID_HEADER),
                options.getString(Options.TYPE_HEADER),
                options.getString(Options.VERSION_HEADER),
                options.getString(Options.EVENT_VERSION));
        return new EventHeaders(
                new EventId(choice(Options.ID_FORMAT, Options.FORMAT)),
                headerNames,
                placed(Placement.Place.HEADER),
                missing);
    }

    private EnvelopedValue envelope() {
        List<Placement> enveloped = placed(Placement.Place.ENVELOPE);
        return enveloped.isEmpty()
                ? null
                : new EnvelopedValue(enveloped, missing, options.getString(Options.EVENT_SCHEMA_VERSION));
    }

    private List<Placement> placed(Placement.Place place) {
        return placements.stream()
                .filter(placement -> placement.place() == place)
                .toList();
    }

    private <E extends Enum<E>> E choice(String key, Choice<E> choice) {
        return choice.parse(key, options.getString(key));
    }

    private void crossCheck() {
        Options.DEFINITION.configKeys().forEach((key, option) -> {
            if (option.recommender instanceof CrossCheck rule) {
                rule.check(key, options.values());
            }
        });
    }
}
