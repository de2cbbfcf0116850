package io.effectivelyonce.endtoend.control;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.connect.sink.SinkRecord;

/** An event about an order, as a worker hands it over. */
record Event(UUID id, String type, Map<?, ?> order, long offset) {
    static Event of(SinkRecord record) {
        return new Event(
                UUID.fromString(header(record, "id")),
                header(record, "eventType"),
                (Map<?, ?>) record.value(),
                record.kafkaOffset());
    }

    private static String header(SinkRecord record, String name) {
        return (String) record.headers().lastWithName(name).value();
    }

    boolean isPayment() {
        return type.equals("OrderPaid");
    }

    String text(String field) {
        return (String) order.get(field);
    }

    long cents() {
        return (Long) order.get("totalCents");
    }

    List<Line> lines() {
        return ((List<?>) order.get("lines")).stream().map(Line::of).toList();
    }

    /** Some pieces of one product. */
    record Line(String sku, long quantity) {
        private static Line of(Object element) {
            Map<?, ?> line = (Map<?, ?>) element;
            return new Line((String) line.get("sku"), (Long) line.get("quantity"));
        }
    }
}
