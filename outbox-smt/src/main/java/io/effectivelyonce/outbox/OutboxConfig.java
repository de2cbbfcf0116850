package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.header.CheckedHeaders;
import io.effectivelyonce.outbox.header.CloudEvents;
import io.effectivelyonce.outbox.header.ConstantHeaders;
import io.effectivelyonce.outbox.header.EventHeaders;
import io.effectivelyonce.outbox.header.HeaderPart;
import io.effectivelyonce.outbox.header.PlacedColumns;
import io.effectivelyonce.outbox.header.SourceHeaders;
import io.effectivelyonce.outbox.header.SpreadColumn;
import io.effectivelyonce.outbox.header.TraceContext;
import io.effectivelyonce.outbox.json.ExpansionWithSchema;
import io.effectivelyonce.outbox.json.ExpansionWithoutSchema;
import io.effectivelyonce.outbox.json.JsonSchemas;
import io.effectivelyonce.outbox.message.MessageOutbox;
import io.effectivelyonce.outbox.partition.HashedPartition;
import io.effectivelyonce.outbox.partition.Partitioning;
import io.effectivelyonce.outbox.partition.PlacedPartition;
import io.effectivelyonce.outbox.row.Columns;
import io.effectivelyonce.outbox.row.EventId;
import io.effectivelyonce.outbox.row.MissingColumn;
import io.effectivelyonce.outbox.row.Placement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.config.AbstractConfig;

/** Turns what the user typed into the parts of the transform, once. */
final class OutboxConfig {
    private final AbstractConfig options;
    private final Columns.Names names;
    private final List<Placement> placements;
    private final MissingColumn missing;

    OutboxConfig(Map<String, ?> typed) {
        Misspelling.refuse(typed.keySet());
        Unsupported.warnOf(typed.keySet());
        Map<String, Object> present = OlderNames.translate(typed);
        this.options = new AbstractConfig(Options.DEFINITION, present, false);
        crossCheck();
        this.names = names(present.keySet());
        List<String> placed = options.getList(Options.PLACEMENT);
        this.placements = placed == null ? List.of() : Placement.parse(Options.PLACEMENT, placed);
        this.missing = choice(Options.MISSING, Options.ON_MISSING);
    }

    private Columns.Names names(Set<String> namedByUser) {
        return new Columns.Names(
                columns(options::getString),
                columns(key -> namedByUser.contains(key)
                        ? options.getString(key)
                        : options.getString(key).toUpperCase(Locale.ROOT)));
    }

    private static Columns columns(UnaryOperator<String> named) {
        return new Columns(
                named.apply(Options.EVENT_ID),
                named.apply(Options.EVENT_KEY),
                named.apply(Options.EVENT_TYPE),
                named.apply(Options.EVENT_PAYLOAD),
                named.apply(Options.ROUTE_BY));
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

    MessageOutbox messages() {
        List<String> prefixes = options.getList(Options.MESSAGE_PREFIXES);
        return new MessageOutbox(
                prefixes == null ? List.of() : MessageOptions.patterns(Options.MESSAGE_PREFIXES, prefixes),
                choice(Options.BEHAVIOR_ON_NONTRANSACTIONAL, Options.ON_NONTRANSACTIONAL),
                Options.BEHAVIOR_ON_NONTRANSACTIONAL,
                names.standard());
    }

    FaultPolicy faults() {
        return switch (choice(Options.BEHAVIOR_ON_INVALID_ROW, Options.ON_INVALID_ROW)) {
            case FAIL -> new FaultPolicy.Fail();
            case DROP -> new FaultPolicy.Drop();
            case QUARANTINE ->
                new Quarantine(
                        options.getString(Options.QUARANTINE_TOPIC), new RowReader(names, messages(), payload()));
        };
    }

    EventMaker events() {
        return new EventMaker(
                payload(),
                route(),
                time(),
                headers(),
                envelope(),
                partitioning(),
                options.getBoolean(Options.TOMBSTONE));
    }

    private Payload payload() {
        if (!options.getBoolean(Options.EXPAND)) {
            return new Payload(null);
        }
        return switch (choice(Options.EXPANSION_FORM, Options.FORM)) {
            case SCHEMA ->
                new Payload(new ExpansionWithSchema(
                        new JsonSchemas(
                                choice(Options.JSON_NULL, Options.ON_JSON_NULL),
                                choice(Options.JSON_EMPTY_ARRAY, Options.ON_JSON_EMPTY_ARRAY)),
                        choice(Options.FIELD_NAMES, Options.ON_FIELD_NAMES)));
            case SCHEMALESS -> new Payload(new ExpansionWithoutSchema());
        };
    }

    private Partitioning partitioning() {
        String hashed = options.getString(Options.PARTITION_BY);
        return hashed == null
                ? new PlacedPartition(placed(Placement.Place.PARTITION), missing)
                : new HashedPartition(hashed, options.getInt(Options.PARTITION_COUNT));
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
        return new EventHeaders(new EventId(choice(Options.ID_FORMAT, Options.FORMAT)), headerParts());
    }

    private List<HeaderPart> headerParts() {
        List<HeaderPart> parts = new ArrayList<>();
        parts.add(new PlacedColumns(placed(Placement.Place.HEADER), missing));
        String spread = options.getString(Options.SPREAD_HEADERS);
        if (spread != null) {
            parts.add(new SpreadColumn(spread, HeaderNameCheck.all(options.values())));
        }
        List<String> source = options.getList(Options.SOURCE_HEADERS);
        if (source != null) {
            parts.add(SourceHeaders.parse(Options.SOURCE_HEADERS, source, missing));
        }
        List<String> constants = options.getList(Options.CONSTANT_HEADERS);
        if (constants != null) {
            parts.add(ConstantHeaders.parse(Options.CONSTANT_HEADERS, constants));
        }
        String trace = options.getString(Options.TRACE_CONTEXT);
        if (trace != null) {
            parts.add(new TraceContext(trace));
        }
        String cloudEvents = options.getString(Options.CLOUDEVENTS_SOURCE);
        if (cloudEvents != null) {
            parts.add(new CloudEvents(cloudEvents, options.getString(Options.CLOUDEVENTS_CONTENT_TYPE)));
        }
        parts.add(new CheckedHeaders(
                options.getString(Options.ID_HEADER),
                options.getString(Options.TYPE_HEADER),
                options.getString(Options.VERSION_HEADER),
                options.getString(Options.EVENT_VERSION)));
        return parts;
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
