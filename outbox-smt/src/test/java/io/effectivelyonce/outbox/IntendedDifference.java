package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.row.Placement;
import io.effectivelyonce.outbox.row.RowFault;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiPredicate;
import org.apache.kafka.connect.data.Struct;

/**
 * Where this transform deliberately does something else than EventRouter, each with the shape of the two outcomes. The reasons stand in
 * DIFFERENCES.md.
 */
record IntendedDifference(String name, BiPredicate<Outcome, Outcome> shape) {
    static final List<IntendedDifference> ALL = List.of(
            new IntendedDifference(
                    "unsound expansion", (theirs, ours) -> ours instanceof Outcome.Event && isUnsound(theirs)),
            new IntendedDifference(
                    "illegal topic",
                    (theirs, ours) -> theirs instanceof Outcome.Event event
                            && TopicName.flawOf(event.record().topic()).isPresent()
                            && failsWith(ours, "legal topic name")),
            new IntendedDifference(
                    "unusable event id",
                    (theirs, ours) -> theirs instanceof Outcome.Event && failsWith(ours, "event id")),
            new IntendedDifference(
                    "unusable partition",
                    (theirs, ours) -> theirs instanceof Outcome.Event event
                            && event.record().kafkaPartition() != null
                            && event.record().kafkaPartition() < 0
                            && failsWith(ours, "a whole number from 0 to 2147483647")),
            new IntendedDifference(
                    "unusable timestamp",
                    (theirs, ours) -> theirs instanceof Outcome.Event event
                            && event.record().timestamp() != null
                            && event.record().timestamp() < 0
                            && failsWith(ours, "a time since 1970")),
            new IntendedDifference(
                    "more types of numbers and times",
                    (theirs, ours) -> theirs instanceof Outcome.Failed failed
                            && ours instanceof Outcome.Event
                            && (failed.cause().getClass() == ClassCastException.class
                                    || failed.cause().getMessage().contains("is not of type")
                                    || failed.cause().getMessage().contains("Unsupported field type"))),
            new IntendedDifference(
                    "no bytes are an empty payload",
                    (theirs, ours) -> theirs instanceof Outcome.Event event
                            && isEmpty(event.record().value())
                            && ours instanceof Outcome.Event tombstone
                            && tombstone.record().value() == null));

    boolean explains(Outcome theirs, Outcome ours) {
        return shape.test(theirs, ours);
    }

    private static boolean failsWith(Outcome outcome, String expected) {
        return outcome instanceof Outcome.Failed failed
                && failed.cause() instanceof RowFault fault
                && fault.expected().contains(expected);
    }

    /** A schema that was expanded around a text that was not: the envelope refuses the pair, or else the converter would. */
    private static boolean isUnsound(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            return String.valueOf(failed.cause().getMessage()).startsWith("Invalid Java object for schema");
        }
        return outcome instanceof Outcome.Event event && !event.agreesWithItsSchemas();
    }

    private static boolean isEmpty(Object value) {
        Object payload = value instanceof Struct struct && struct.schema().field(Placement.PAYLOAD) != null
                ? struct.get(Placement.PAYLOAD)
                : value;
        return (payload instanceof byte[] bytes && bytes.length == 0)
                || (payload instanceof ByteBuffer buffer && !buffer.hasRemaining());
    }
}
