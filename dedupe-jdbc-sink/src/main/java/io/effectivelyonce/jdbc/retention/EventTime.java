package io.effectivelyonce.jdbc.retention;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.config.SelectorValidator;
import io.effectivelyonce.spine.select.Root;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * When an event happened, by what it says itself: a claim is found again only if this is the same on every redelivery. The
 * record's timestamp is not: whoever produces the record again gives it another.
 */
public final class EventTime {
    private static final String IN_ID = "uuidv7";

    private static final SelectorValidator PLACES = SelectorValidator.startingAt(Root.KEY, Root.VALUE, Root.HEADER);

    /** Accepts what {@link #parse(String)} does; null and empty are let pass. */
    public static final ConfigDef.Validator VALIDATOR = (key, value) -> {
        if (IN_ID.equals(value)) {
            return;
        }
        if ("timestamp".equals(value)) {
            throw new ConfigException(
                    key,
                    value,
                    "is refused: a record that is produced again gets another timestamp, would be claimed under another"
                            + " day and have its effect again; name a place in the event, or uuidv7");
        }
        PLACES.ensureValid(key, value);
    };

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

    /** More than any clock or time zone is wrong by. */
    private static final Duration AHEAD = Duration.ofDays(7);

    private static final String REMEDY = "; repair the record, or say with event.time.from where its time is";

    private final Optional<Selector> place;
    private final Clock clock;

    private EventTime(Optional<Selector> place, Clock clock) {
        this.place = place;
        this.clock = clock;
    }

    /** Reads the option {@code event.time.from}. */
    public static EventTime parse(String text) {
        return parse(text, Clock.systemUTC());
    }

    static EventTime parse(String text, Clock clock) {
        return new EventTime(text.equals(IN_ID) ? Optional.empty() : Optional.of(Selector.parse(text)), clock);
    }

    /** Whether the option's text asks for the time inside the event id. */
    public static boolean isInId(String text) {
        return text.equals(IN_ID);
    }

    /**
     * The time of an event.
     *
     * @param id the event id if it is a UUID
     * @throws RecordFault if there is none, or none that can be right
     */
    public Instant of(SinkRecord record, Optional<UUID> id) {
        Instant time = place.isPresent() ? at(place.get(), record) : inside(id);
        if (time.isBefore(FIRST) || time.isAfter(LAST)) {
            throw new RecordFault("the event's time is outside of the years 1 to 9999" + REMEDY);
        }
        if (time.isAfter(clock.instant().plus(AHEAD))) {
            throw new RecordFault("the event's time lies more than " + AHEAD.toDays() + " days in the future, at "
                    + time.truncatedTo(ChronoUnit.DAYS).toString().substring(0, 10)
                    + "; a bare number is read as milliseconds" + REMEDY);
        }
        return time;
    }

    private static Instant inside(Optional<UUID> id) {
        if (id.isEmpty() || id.get().version() != 7) {
            throw new RecordFault("the event id holds no time: it is no UUID of version 7, but event.time.from is "
                    + IN_ID + "; let the producer make such ids, or name a place in the event");
        }
        return Instant.ofEpochMilli(id.get().getMostSignificantBits() >>> 16);
    }

    private static Instant at(Selector place, SinkRecord record) {
        Selected found = place.select(record);
        if (!found.hasValue()) {
            throw new RecordFault("the event's time is missing in " + place + REMEDY);
        }
        try {
            return instant(place, found);
        } catch (DateTimeException | ArithmeticException e) {
            throw new RecordFault(place + " spells no time with an offset, such as 2026-11-30T10:00:00Z, and no"
                    + " milliseconds since 1970" + REMEDY);
        }
    }

    private static Instant instant(Selector place, Selected found) {
        Object value = found.value();
        String kind = found.schema() == null ? null : found.schema().name();
        if (value instanceof Date date && !Time.LOGICAL_NAME.equals(kind)) {
            return date.toInstant();
        }
        if (value instanceof Long || value instanceof Integer) {
            return ofNumber(found.schema(), ((Number) value).longValue());
        }
        if (value instanceof String text) {
            return text.matches("-?\\d{1,18}")
                    ? Instant.ofEpochMilli(Long.parseLong(text))
                    : OffsetDateTime.parse(text).toInstant();
        }
        throw new RecordFault(place + " is no time: neither text nor a whole number nor a timestamp" + REMEDY);
    }

    /** Debezium's kinds of time are numbers whose schema says what they count. */
    private static Instant ofNumber(Schema schema, long number) {
        return switch (schema == null || schema.name() == null ? "" : schema.name()) {
            case "io.debezium.time.MicroTimestamp" -> Instant.EPOCH.plus(number, ChronoUnit.MICROS);
            case "io.debezium.time.NanoTimestamp" -> Instant.EPOCH.plusNanos(number);
            case "io.debezium.time.Date" -> Instant.EPOCH.plus(number, ChronoUnit.DAYS);
            default -> Instant.ofEpochMilli(number);
        };
    }
}
