package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.ElasticsearchSinkConfig.NullValues;
import io.effectivelyonce.elasticsearch.index.IndexGate;
import io.effectivelyonce.spine.EventReader;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.IdText;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Reads a record into an operation: which index, which id, which version, index or delete. Everything that would make a server
 * refuse a whole bulk for the sake of one record is found here, while the record still stands alone.
 */
final class DocumentReader implements EventReader<Operation> {
    /** What a record holds on to beside its document: the record itself, its headers, its lines in the ledger and the queue. */
    private static final int OVERHEAD = 768;

    private final IndexName index;
    private final DocumentId id;
    private final DocumentVersion version;
    private final NullValues onNull;
    private final DeleteCondition deleteWhen;
    private final Optional<Selector> routingFrom;
    private final OperationWriter writer;
    private final IndexGate gate;

    DocumentReader(ElasticsearchSinkConfig config, IndexGate gate) {
        this.index = config.index();
        this.id = config.id();
        this.version = new DocumentVersion(config.versionFrom(), config.onMissingVersion());
        this.onNull = config.onNull();
        this.deleteWhen = config.deleteWhen();
        this.routingFrom = config.routingFrom();
        this.writer = new OperationWriter(
                config.versionType(), config.pipeline(), config.compactMaps(), config.softDeleteField());
        this.gate = gate;
    }

    @Override
    public Reading<Operation> read(SinkRecord record) {
        if (record.value() == null && onNull != NullValues.DELETE) {
            return nullValue();
        }
        boolean delete = record.value() == null || deleteWhen.holds(record);
        DocumentKey key = new DocumentKey(index.of(record), id.of(record), routing(record));
        long found = version.of(record);
        Operation operation =
                delete ? writer.delete(key, found) : writer.index(key, found, record.valueSchema(), record.value());
        if (!delete) {
            gate.announce(key.index(), record.valueSchema());
        }
        // the record's own value is kept beside the lines, for the dead letter queue
        return new Event<>(operation, 2 * operation.bytes() + OVERHEAD);
    }

    private Optional<String> routing(SinkRecord record) {
        return routingFrom.map(from -> {
            Selected found = from.select(record);
            if (!found.hasValue()) {
                throw new RecordFault("there is no routing: " + from + " is missing or null; set "
                        + DocumentOptions.ROUTING_FROM + " to where it is, for tombstones too");
            }
            return IdText.of(from, found);
        });
    }

    private Reading<Operation> nullValue() {
        if (onNull == NullValues.IGNORE) {
            return new Filtered<>();
        }
        throw new RecordFault(
                Reaction.FAIL,
                "the value is null; set " + DocumentOptions.ON_NULL
                        + " to delete (the document goes) or ignore (the record is passed)");
    }
}
