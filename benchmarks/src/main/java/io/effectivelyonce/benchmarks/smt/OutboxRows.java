package io.effectivelyonce.benchmarks.smt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Change events of an outbox table as Debezium's PostgreSQL connector 3.6 delivers them, with all fields of its envelope and the headers that
 * it adds: one schema, many ids and aggregates, four types.
 */
final class OutboxRows {
    static final int COUNT = 1_024;

    private static final List<String> TYPES = List.of("Order", "Customer", "Invoice", "Shipment");

    private static final Schema SNAPSHOT = SchemaBuilder.string()
            .name("io.debezium.data.Enum")
            .version(1)
            .parameter("allowed", "true,first,first_in_data_collection,last_in_data_collection,last,false,incremental")
            .optional()
            .defaultValue("false")
            .build();

    private static final Schema SOURCE = SchemaBuilder.struct()
            .name("io.debezium.connector.postgresql.Source")
            .version(1)
            .field("version", Schema.STRING_SCHEMA)
            .field("connector", Schema.STRING_SCHEMA)
            .field("name", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.INT64_SCHEMA)
            .field("snapshot", SNAPSHOT)
            .field("db", Schema.STRING_SCHEMA)
            .field("sequence", Schema.OPTIONAL_STRING_SCHEMA)
            .field("ts_us", Schema.OPTIONAL_INT64_SCHEMA)
            .field("ts_ns", Schema.OPTIONAL_INT64_SCHEMA)
            .field("schema", Schema.STRING_SCHEMA)
            .field("table", Schema.STRING_SCHEMA)
            .field("txId", Schema.OPTIONAL_INT64_SCHEMA)
            .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
            .field("xmin", Schema.OPTIONAL_INT64_SCHEMA)
            .field("origin", Schema.OPTIONAL_STRING_SCHEMA)
            .field("origin_lsn", Schema.OPTIONAL_INT64_SCHEMA)
            .build();

    private static final Schema TRANSACTION = SchemaBuilder.struct()
            .name("event.block")
            .version(1)
            .optional()
            .field("id", Schema.STRING_SCHEMA)
            .field("total_order", Schema.INT64_SCHEMA)
            .field("data_collection_order", Schema.INT64_SCHEMA)
            .build();

    private static final Schema UUID_TEXT =
            SchemaBuilder.string().name("io.debezium.data.Uuid").version(1).build();

    private static final Schema KEY = SchemaBuilder.struct()
            .name("shop.public.outbox.Key")
            .field("id", UUID_TEXT)
            .build();

    private static final Schema ROW = SchemaBuilder.struct()
            .name("shop.public.outbox.Value")
            .optional()
            .field("id", UUID_TEXT)
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
            .field("transaction", TRANSACTION)
            .field("op", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
            .field("ts_us", Schema.OPTIONAL_INT64_SCHEMA)
            .field("ts_ns", Schema.OPTIONAL_INT64_SCHEMA)
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
        String id = new UUID(random.nextLong(), random.nextLong()).toString();
        long millis = 1_700_000_000_000L + i;
        long lsn = 100_000L + i;
        Struct row = new Struct(ROW)
                .put("id", id)
                .put("aggregatetype", type)
                .put("aggregateid", aggregate)
                .put("type", type + "Changed")
                .put("version", (long) i)
                .put("payload", payload(aggregate, i));
        Struct envelope = new Struct(ENVELOPE)
                .put("after", row)
                .put("source", source(millis, lsn))
                .put("op", "c")
                .put("ts_ms", millis)
                .put("ts_us", millis * 1_000)
                .put("ts_ns", millis * 1_000_000);
        return new SourceRecord(
                Map.of("server", "shop"),
                Map.of("lsn", lsn),
                "shop.public.outbox",
                null,
                KEY,
                new Struct(KEY).put("id", id),
                ENVELOPE,
                envelope,
                null,
                headers());
    }

    private static Struct source(long millis, long lsn) {
        return new Struct(SOURCE)
                .put("version", "3.6.1.Final")
                .put("connector", "postgresql")
                .put("name", "shop")
                .put("ts_ms", millis)
                .put("snapshot", "false")
                .put("db", "shop")
                .put("sequence", "[\"" + (lsn - 100) + "\",\"" + lsn + "\"]")
                .put("ts_us", millis * 1_000)
                .put("ts_ns", millis * 1_000_000)
                .put("schema", "public")
                .put("table", "outbox")
                .put("txId", 700L + lsn)
                .put("lsn", lsn);
    }

    /** What the connector adds while {@code extended.headers.enabled} is on, as it is by default. */
    private static ConnectHeaders headers() {
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("__debezium.context.connectorLogicalName", "shop");
        headers.addString("__debezium.context.taskId", "0");
        headers.addString("__debezium.context.connectorName", "postgresql");
        headers.addString("__debezium.context.runId", "3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a11");
        return headers;
    }

    private static String payload(String aggregate, int i) {
        return """
                {"id": "%s", "customer": {"name": "Ada", "vip": true}, "total": %d.25, "currency": "EUR",\
                 "lines": [{"sku": "A-%d", "quantity": 2, "price": 9.75}, {"sku": "B-%d", "quantity": 1, "price": 12.5}]}""".formatted(aggregate, 10 + i % 90, i % 500, i % 300);
    }
}
