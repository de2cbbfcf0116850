package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.IdText;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Finds the document id of a record, within what every server line accepts: at one place, or at several that are an id only
 * together.
 */
final class DocumentId {
    private static final int MAX_BYTES = 512;

    private final List<Selector> from;
    private final boolean ofPlace;

    private DocumentId(List<Selector> from, boolean ofPlace) {
        this.from = List.copyOf(from);
        this.ofPlace = ofPlace;
    }

    static DocumentId from(List<Selector> places) {
        return new DocumentId(places, false);
    }

    /** The place of the record in Kafka, in Confluent's form: topic+partition+offset. */
    static DocumentId ofPlace() {
        return new DocumentId(List.of(), true);
    }

    String of(SinkRecord record) {
        return ofPlace
                ? record.topic() + "+" + record.originalKafkaPartition() + "+" + record.originalKafkaOffset()
                : checked(text(record));
    }

    private String text(SinkRecord record) {
        if (from.size() == 1) {
            return part(from.get(0), record);
        }
        StringJoiner joined = new StringJoiner("|");
        for (Selector selector : from) {
            joined.add(escaped(part(selector, record)));
        }
        return joined.toString();
    }

    private static String part(Selector selector, SinkRecord record) {
        Selected found = selector.select(record);
        if (!found.hasValue()) {
            throw new RecordFault("there is no document id: " + selector + " is missing or null; set "
                    + DocumentOptions.ID_FROM + " to where the id is");
        }
        String part = IdText.of(selector, found);
        if (part.isEmpty()) {
            throw new RecordFault("the document id at " + selector + " is empty; a document needs an id");
        }
        return part;
    }

    /** Without it {@code a|b} and {@code c} would join to the same text as {@code a} and {@code b|c}. */
    private static String escaped(String part) {
        return part.replace("\\", "\\\\").replace("|", "\\|");
    }

    private String checked(String id) {
        int bytes = id.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new RecordFault("the document id at " + this + " has " + bytes + " bytes, and the server takes "
                    + MAX_BYTES + " at most; set " + DocumentOptions.ID_FROM + " to a shorter one");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(id)) {
            throw new RecordFault("the document id at " + this
                    + " holds half of a surrogate pair, which is no character: two ids could become one");
        }
        return id;
    }

    @Override
    public String toString() {
        return from.stream().map(Selector::toString).collect(Collectors.joining(","));
    }
}
