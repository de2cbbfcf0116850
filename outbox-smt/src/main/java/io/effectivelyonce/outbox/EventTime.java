package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.row.Found;
import io.effectivelyonce.outbox.row.Row;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Date;

/**
 * The Kafka timestamp of an event, in milliseconds: from a column of the row, or else when the connector processed the change.
 *
 * <p>Debezium's three epoch types are cut to milliseconds; a text in ISO 8601 with a zone and Connect's own date-time are converted; an INT64 without a
 * logical type counts as milliseconds.
 */
final class EventTime {
    /** Stands for a timestamp that may lie any time ahead. */
    static final long UNLIMITED = -1;

    private final String column;
    private final long maxAheadMs;
    private final Clock clock;

    EventTime(String column, long maxAheadMs, Clock clock) {
        this.column = column;
        this.maxAheadMs = maxAheadMs;
        this.clock = clock;
    }

    Long of(Row row) {
        Long fromRow = column == null ? null : fromColumn(row);
        Long timestamp = fromRow == null ? row.change().processedAt() : fromRow;
        String origin = fromRow == null ? "ts_ms" : column;
        if (timestamp != null && timestamp < 0) {
            throw row.fault(origin, "a time since 1970", "an earlier one");
        }
        if (timestamp != null && maxAheadMs != UNLIMITED && timestamp - clock.millis() > maxAheadMs) {
            throw row.fault(
                    origin,
                    "a time at most " + maxAheadMs + " ms ahead (" + Options.TIMESTAMP_MAX_AHEAD + ")",
                    "a later one");
        }
        return timestamp;
    }

    private Long fromColumn(Row row) {
        Object stored = row.stored(column);
        if (stored == null) {
            return null;
        }
        String type = row.schema(column).name();
        if (stored instanceof Long epoch) {
            if (type == null || type.equals("io.debezium.time.Timestamp")) {
                return epoch;
            }
            if (type.equals("io.debezium.time.MicroTimestamp")) {
                return epoch / 1_000;
            }
            if (type.equals("io.debezium.time.NanoTimestamp")) {
                return epoch / 1_000_000;
            }
        }
        if (stored instanceof Date date && org.apache.kafka.connect.data.Timestamp.LOGICAL_NAME.equals(type)) {
            return org.apache.kafka.connect.data.Timestamp.fromLogical(row.schema(column), date);
        }
        if (stored instanceof String text) {
            return parse(row, text);
        }
        throw row.fault(column, "a timestamp or a number of milliseconds", Found.type(row.schema(column)));
    }

    private Long parse(Row row, String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw row.fault(column, "an ISO date-time with its zone", "another text");
        }
    }
}
