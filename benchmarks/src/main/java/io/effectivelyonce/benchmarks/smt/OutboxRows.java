package io.effectivelyonce.benchmarks.smt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Change events of an outbox table as a PostgreSQL connector delivers them: one schema, many ids and aggregates, four types. */
final class OutboxRows {
    static final int COUNT = 1_024;

    private static final List<String> TYPES = List.of("Order", "Customer", "Invoice", "Shipment");

    private static final Schema SOURCE = SchemaBuilder.struct()
            .name("io.debezium.connector.postgresql.Source")
            .field("connector", Schema.STRING_SCHEMA)
            .field("db", Schema.STRING_SCHEMA)
            .field("schema", Schema.STRING_SCHEMA)
            .field("table", Schema.STRING_SCHEMA)
            .field("txId", Schema.OPTIONAL_INT64_SCHEMA)
            .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
            .build();

    private static final Schema ROW = SchemaBuilder.struct()
            .name("shop.public.outbox.Value")
            .optional()
            .field(
                    "id",
                    SchemaBuilder.string()
                            .name("io.debezium.data.Uuid")
                            .version(1)
                            .build())
            .field("aggregatetype", Schema.STRING_SCHEMA)
            .field("aggregateid", Schema.STRING_SCHEMA)
            .field("type", Schema.STRING_SCHEMA)
            .field("version", Schema.INT64_SCHEMA)
            .field(
                    "payload",
                    SchemaBuilder.string()
                            .name("io.debezium.data.Json")
                            .version(1)
                            .optional()
                            .build())
            .build();

    private static final Schema ENVELOPE = SchemaBuilder.struct()
            .name("shop.public.outbox.Envelope")
            .version(2)
            .field("before", ROW)
            .field("after", ROW)
            .field("source", SOURCE)
            .field("op", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
            .build();

    private OutboxRows() {}

    static SourceRecord[] make() {
        Random random = new Random(1);
        List<SourceRecord> records = new ArrayList<>(COUNT);
        for (int i = 0; i < COUNT; i++) {
            records.add(record(i, random));
        }
        return records.toArray(SourceRecord[]::new);
    }

    private static SourceRecord record(int i, Random random) {
        String type = TYPES.get(i % TYPES.size());
        String aggregate = type + "-" + random.nextInt(10_000);
        Struct row = new Struct(ROW)
                .put("id", new UUID(random.nextLong(), random.nextLong()).toString())
                .put("aggregatetype", type)
                .put("aggregateid", aggregate)
                .put("type", type + "Changed")
                .put("version", (long) i)
                .put("payload", payload(aggregate, i));
        Struct source = new Struct(SOURCE)
                .put("connector", "postgresql")
                .put("db", "shop")
                .put("schema", "public")
                .put("table", "outbox")
                .put("txId", 700L + i)
                .put("lsn", 100_000L + i);
        Struct envelope = new Struct(ENVELOPE)
                .put("after", row)
                .put("source", source)
                .put("op", "c")
                .put("ts_ms", 1_700_000_000_000L + i);
        return new SourceRecord(
                Map.of("server", "shop"),
                Map.of("lsn", 100_000L + i),
                "shop.public.outbox",
                null,
                null,
                null,
                ENVELOPE,
                envelope);
    }

    private static String payload(String aggregate, int i) {
        return """
                {"id": "%s", "customer": {"name": "Ada", "vip": true}, "total": %d.25, "currency": "EUR",\
                 "lines": [{"sku": "A-%d", "quantity": 2, "price": 9.75}, {"sku": "B-%d", "quantity": 1, "price": 12.5}]}""".formatted(aggregate, 10 + i % 90, i % 500, i % 300);
    }
}
