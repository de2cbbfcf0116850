package io.effectivelyonce.outbox;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;

/** What a transform made of a record. */
sealed interface Outcome {
    /** A new record. */
    record Event(SourceRecord record) implements Outcome {
        /** Says in words how the other event differs; empty where it doesn't. */
        List<String> differencesTo(Event other) {
            List<String> differences = new ArrayList<>();
            compare(differences, "topic", record.topic(), other.record.topic());
            compare(differences, "partition", record.kafkaPartition(), other.record.kafkaPartition());
            compare(differences, "key schema", record.keySchema(), other.record.keySchema());
            compare(differences, "key", record.key(), other.record.key());
            compare(differences, "value schema", record.valueSchema(), other.record.valueSchema());
            compare(differences, "value", record.value(), other.record.value());
            compare(differences, "timestamp", record.timestamp(), other.record.timestamp());
            compare(differences, "source partition", record.sourcePartition(), other.record.sourcePartition());
            compare(differences, "source offset", record.sourceOffset(), other.record.sourceOffset());
            compare(differences, "headers", headers(), other.headers());
            return differences;
        }

        private List<Header> headers() {
            List<Header> headers = new ArrayList<>();
            record.headers().forEach(headers::add);
            return headers;
        }

        private static void compare(List<String> differences, String part, Object mine, Object theirs) {
            if (!java.util.Objects.deepEquals(mine, theirs)) {
                differences.add(part + ": " + mine + " and " + theirs);
            }
        }

        /** Whether key, value and headers are what their schemas say, as every converter demands. */
        boolean agreesWithItsSchemas() {
            try {
                if (record.keySchema() != null) {
                    ConnectSchema.validateValue(record.keySchema(), record.key());
                }
                if (record.valueSchema() != null) {
                    ConnectSchema.validateValue(record.valueSchema(), record.value());
                }
                record.headers().forEach(header -> ConnectSchema.validateValue(header.schema(), header.value()));
                return true;
            } catch (DataException e) {
                return false;
            }
        }
    }

    /** The same instance. */
    record Passed() implements Outcome {}

    /** No record. */
    record Dropped() implements Outcome {}

    /** An exception. */
    record Failed(RuntimeException cause) implements Outcome {}

    @SuppressWarnings("ReferenceEquality") // the law is about the instance: what isn't a row must pass uncopied
    static Outcome of(Transformation<SourceRecord> transform, SourceRecord record) {
        SourceRecord result;
        try {
            result = transform.apply(record);
        } catch (RuntimeException e) {
            return new Failed(e);
        }
        if (result == null) {
            return new Dropped();
        }
        return result == record ? new Passed() : new Event(result);
    }
}
