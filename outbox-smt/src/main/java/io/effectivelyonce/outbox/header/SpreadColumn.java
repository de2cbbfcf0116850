package io.effectivelyonce.outbox.header;

import io.effectivelyonce.outbox.json.JsonMembers;
import io.effectivelyonce.outbox.json.JsonMembers.Member;
import io.effectivelyonce.outbox.json.UnusableJson;
import io.effectivelyonce.outbox.row.Row;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/**
 * A column with a JSON object, each member of which is a header. All of them are texts, as they stand in the document, so that a number
 * is never rounded; a null is a header without a value.
 *
 * @param column   the column; without headers where it is null
 * @param reserved the names of the event's other headers
 */
public record SpreadColumn(String column, Set<String> reserved) implements HeaderPart {
    @Override
    public void write(EventBasis event, Headers headers) {
        Row row = event.row();
        if (row.stored(column) == null) {
            return;
        }
        members(row).forEach((name, member) -> {
            if (name.isEmpty() || reserved.contains(name)) {
                throw row.fault(column, "names that no other header of the event has", "the name '" + name + "'");
            }
            HeaderPart.set(headers, name, member.text(), Schema.OPTIONAL_STRING_SCHEMA);
        });
    }

    private Map<String, Member> members(Row row) {
        try {
            return JsonMembers.of(row.text(column));
        } catch (UnusableJson e) {
            throw row.fault(column, "a JSON object of headers", e.getMessage());
        }
    }
}
