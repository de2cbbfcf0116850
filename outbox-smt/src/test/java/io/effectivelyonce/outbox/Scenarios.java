package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.DrawnColumns.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;

/** Draws scenarios: mostly sane tables under sane options, with everything odd that a captured database can deliver among them. */
final class Scenarios {
    private static final int RECORDS = 8;

    private final Draw draw;
    private final DrawnColumns columns;

    private Scenarios(Random random) {
        this.draw = new Draw(random);
        this.columns = new DrawnColumns(draw);
    }

    static Scenario draw(Random random) {
        Scenarios scenarios = new Scenarios(random);
        Map<String, String> options = scenarios.options();
        List<SourceRecord> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            records.add(scenarios.record(options));
        }
        return new Scenario(options, records);
    }

    private Map<String, String> options() {
        Map<String, String> options = new HashMap<>();
        draw.maybe(options, Options.EVENT_ID, "id", "event_id", "id", "aggregateid");
        draw.maybe(options, Options.EVENT_KEY, "aggregateid", "type", "type", "number", "id", "payload");
        draw.maybe(options, Options.EVENT_PAYLOAD, "payload", "body", "number");
        draw.maybe(options, Options.EVENT_TYPE, "type", "nowhere");
        draw.maybe(options, Options.EVENT_TIMESTAMP, "at", "at", "at", "number");
        draw.maybe(options, Options.EVENT_SCHEMA_VERSION, "version", "version", "number");
        draw.maybe(options, Options.ROUTE_BY, "aggregatetype", "type");
        draw.maybe(options, Options.ROUTE_REGEX, "(?<routedByValue>.*)", "(O.*)", "([a-z]+)-(.+)", "a|ab", ".*?(r+).*");
        if (!options.containsKey(Options.ROUTE_REGEX)) {
            draw.maybe(options, Options.ROUTE_REPLACEMENT, "events.${routedByValue}", "fixed", "$1.events");
        } else if (draw.chance(2)) {
            options.put(Options.ROUTE_REPLACEMENT, draw.pick("fixed", "x\\$y", "t.$0"));
        } else {
            options.put(Options.ROUTE_REPLACEMENT, "fixed");
        }
        draw.maybe(options, Options.TOMBSTONE, "true", "true", "false");
        draw.maybe(options, Options.EXPAND, "true", "TRUE", "false");
        draw.maybe(options, Options.JSON_NULL, "ignore", "optional_bytes", "OPTIONAL_BYTES");
        draw.maybe(options, Options.FIELD_NAMES, "none");
        draw.maybe(options, Options.OP_INVALID, "warn", "WARN", "FATAL");
        draw.maybe(options, Options.MISSING, "error", "ignore", "IGNORE");
        draw.maybe(options, Options.TRACE_CONTEXT, "type", "nowhere");
        draw.maybe(options, "of.somebody.else", "x");
        if (draw.chance(2)) {
            options.put(Options.PLACEMENT, placements());
        }
        return options;
    }

    private String placements() {
        List<String> items = new ArrayList<>();
        items.add(draw.pick("type:header:eventType", " type : Header ", "id:header", "number:header:n"));
        if (draw.chance(2)) {
            items.add(draw.pick(
                    "number:partition", "version:partition", "at:header", "nowhere:header", "payload:header:copy"));
        }
        if (draw.chance(2)) {
            items.add(draw.pick(
                    "type:envelope:eventType",
                    "aggregateid:ENVELOPE",
                    "number:envelope",
                    draw.chance(4) ? "nowhere:envelope" : "id:envelope:i"));
            items.add(draw.pick("at:envelope", "type:envelope:again", "payload:envelope:raw"));
        }
        return String.join(",", items);
    }

    private SourceRecord record(Map<String, String> options) {
        if (draw.chance(12)) {
            return draw.pick(OtherRecords.all());
        }
        Envelopes row = Envelopes.emptyRow()
                .op(draw.chance(8) ? draw.pick("c", "r", "u", "d", "t", "m", "?") : "c")
                .table("public", draw.pick("outbox", "outbox", "orders"))
                .connector(draw.pick("postgresql", "postgresql", "mysql", "sqlserver"))
                .processedAt(
                        draw.chance(30)
                                ? draw.pick(null, -1L, 0L)
                                : Envelopes.PROCESSED_AT + draw.random().nextInt(1000));
        if (draw.chance(60)) {
            row.timeSchema(draw.pick(null, Schema.OPTIONAL_INT32_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA));
        }
        if (draw.chance(4)) {
            row.inTransaction();
        }
        column(row, options.getOrDefault(Options.EVENT_ID, "id"), draw.chance(20) ? columns.anything() : columns.id());
        column(row, "aggregatetype", draw.chance(30) ? columns.anything() : columns.route());
        column(
                row,
                "aggregateid",
                draw.chance(4) ? columns.anything() : columns.text(draw.pick("order-1", "", "ключ", "7")));
        column(
                row,
                "type",
                draw.chance(30) ? columns.anything() : columns.text(draw.pick("OrderPaid", "OrderCancelled", "ab")));
        if (!draw.chance(12)) {
            column(
                    row,
                    "version",
                    draw.chance(10)
                            ? columns.anything()
                            : new Column(Schema.OPTIONAL_INT32_SCHEMA, draw.pick(1, 3, null)));
        }
        if (!draw.chance(12)) {
            column(
                    row,
                    "number",
                    draw.chance(2) ? columns.anything() : new Column(Schema.INT32_SCHEMA, draw.pick(0, 5, -1, 12)));
        }
        if (!draw.chance(12)) {
            column(row, "at", draw.chance(10) ? columns.anything() : columns.time());
        }
        column(
                row,
                options.getOrDefault(Options.EVENT_PAYLOAD, "payload"),
                draw.chance(3) ? columns.anything() : columns.payload());
        if (draw.chance(3)) {
            row.header("__debezium.context.taskId", "0").header(draw.pick("id", "eventType", "other"), "before");
        }
        return row.record();
    }

    private void column(Envelopes row, String name, Column column) {
        if (!draw.chance(200)) {
            row.with(name, column.schema(), column.value());
        }
    }
}
