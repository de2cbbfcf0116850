package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.effectivelyonce.outbox.row.RowFault;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.kafka.connect.source.SourceRecord;
import org.assertj.core.api.ThrowableAssertAlternative;

/** How tests look at what came out. */
final class Events {
    private Events() {}

    /** The headers in order, as {@code name=value}. */
    static List<String> headers(SourceRecord event) {
        return StreamSupport.stream(event.headers().spliterator(), false)
                .map(header -> header.key() + "=" + header.value())
                .toList();
    }

    static Object header(SourceRecord event, String name) {
        return event.headers().lastWithName(name).value();
    }

    static ThrowableAssertAlternative<RowFault> assertFault(Envelopes row, String... keysAndValues) {
        return assertThatExceptionOfType(RowFault.class).isThrownBy(() -> Routers.route(row, keysAndValues));
    }
}
