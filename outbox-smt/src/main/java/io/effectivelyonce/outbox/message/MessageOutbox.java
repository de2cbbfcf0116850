package io.effectivelyonce.outbox.message;

import io.effectivelyonce.outbox.cache.BoundedCache;
import io.effectivelyonce.outbox.json.JsonMembers;
import io.effectivelyonce.outbox.json.JsonMembers.Member;
import io.effectivelyonce.outbox.json.UnusableJson;
import io.effectivelyonce.outbox.row.ChangeEvent;
import io.effectivelyonce.outbox.row.Columns;
import io.effectivelyonce.outbox.row.Row;
import io.effectivelyonce.outbox.row.RowFault;
import io.effectivelyonce.outbox.row.RowIdentity;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;

/**
 * An outbox without a table: logical messages whose content is a JSON object with the columns of an outbox row. Messages of other prefixes
 * are none of its business.
 */
public final class MessageOutbox {
    /** What becomes of a message that was written outside its transaction, and so also if that was rolled back. */
    public enum OnNonTransactional {
        REFUSE,
        ROUTE,
        DROP
    }

    private final List<Pattern> prefixes;
    private final OnNonTransactional onNonTransactional;
    private final String refusingOption;
    private final Columns names;
    private final MessageRow rows;
    private final BoundedCache<String, Boolean> answers = BoundedCache.ofTexts();

    /**
     * @param prefixes       what prefixes are ours; with none there is no such outbox
     * @param refusingOption names the policy in the fault of a message that it refuses
     */
    public MessageOutbox(
            List<Pattern> prefixes, OnNonTransactional onNonTransactional, String refusingOption, Columns names) {
        this.prefixes = prefixes;
        this.onNonTransactional = onNonTransactional;
        this.refusingOption = refusingOption;
        this.names = names;
        this.rows = new MessageRow(names.payload());
    }

    /** Whether the record is a message of this outbox. */
    public boolean includes(ConnectRecord<?> record) {
        return !prefixes.isEmpty()
                && LogicalMessage.in(record).map(this::includesPrefix).orElse(false);
    }

    private boolean includesPrefix(LogicalMessage message) {
        return answers.get(
                message.prefix(),
                prefix -> prefixes.stream()
                        .anyMatch(pattern -> pattern.matcher(prefix).matches()));
    }

    /** Whether the message, one of this outbox, becomes an event; a fault where it is refused. */
    public boolean routes(ConnectRecord<?> record) {
        LogicalMessage message = message(record);
        ChangeEvent event = ChangeEvent.of(record, message.origin());
        if (onNonTransactional == OnNonTransactional.ROUTE || LogicalMessage.isTransactional(event)) {
            return true;
        }
        if (onNonTransactional == OnNonTransactional.DROP) {
            return false;
        }
        throw new RowFault(
                row(record).identity(),
                "source.txId",
                "the id of the transaction that wrote the message (" + refusingOption + ")",
                "a message that stays when its transaction is rolled back");
    }

    /** The outbox row in a message of this outbox. */
    public Row row(ConnectRecord<?> record) {
        LogicalMessage message = message(record);
        ChangeEvent event = ChangeEvent.of(record, message.origin());
        Map<String, Member> members = members(message);
        Member id = members.get(names.id());
        RowIdentity identity = event.identity(id == null || id.text() == null ? RowIdentity.UNKNOWN_ID : id.text());
        return Row.of(event, rows.of(record.topic(), identity, members), names);
    }

    /** The content of a message that holds no row. */
    public SchemaAndValue content(ConnectRecord<?> record) {
        String content = MessageContent.raw(message(record).content());
        return content == null ? SchemaAndValue.NULL : new SchemaAndValue(Schema.OPTIONAL_STRING_SCHEMA, content);
    }

    private static LogicalMessage message(ConnectRecord<?> record) {
        return LogicalMessage.in(record).orElseThrow();
    }

    private static Map<String, Member> members(LogicalMessage message) {
        try {
            return JsonMembers.of(message.document());
        } catch (UnusableJson e) {
            throw new RowFault(
                    new RowIdentity(message.origin(), RowIdentity.UNKNOWN_ID),
                    "content",
                    "one JSON object with the columns of an outbox row",
                    e.getMessage());
        }
    }
}
