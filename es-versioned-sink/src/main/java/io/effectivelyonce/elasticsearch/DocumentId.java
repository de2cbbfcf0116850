package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.IdText;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.sink.SinkRecord;

/** Finds the document id of a record, within what every server line accepts. */
final class DocumentId {
    private static final int MAX_BYTES = 512;

    private final Selector from;

    DocumentId(Selector from) {
        this.from = from;
    }

    String of(SinkRecord record) {
        Selected found = from.select(record);
        if (!found.hasValue()) {
            throw new RecordFault("there is no document id: " + from + " is missing or null; set " + Options.ID_FROM
                    + " to where the id is");
        }
        String id = IdText.of(from, found);
        if (id.isEmpty()) {
            throw new RecordFault("the document id at " + from + " is empty; a document needs an id");
        }
        int bytes = id.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new RecordFault("the document id at " + from + " has " + bytes + " bytes, and the server takes "
                    + MAX_BYTES + " at most; set " + Options.ID_FROM + " to a shorter one");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(id)) {
            throw new RecordFault("the document id at " + from
                    + " holds half of a surrogate pair, which is no character: two ids could become one");
        }
        return id;
    }
}
