package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.RecordFault;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Judges what a server says of one operation of a bulk that it took. By status first: the names of errors differ between the
 * server lines.
 *
 * <p>A version conflict is success, also as an acknowledgement: it is given only when the replicas have what it compares with,
 * like any other answer. Only one of versions is: a pipeline's model that isn't deployed gives status 409 as well.
 */
final class ItemPolicy {
    /** The id comes before it in the text and may hold anything, so the last match counts. */
    private static final Pattern CURRENT_VERSION = Pattern.compile(".*current version \\[(\\d{1,19})]", Pattern.DOTALL);

    /** Parts of the names of errors of disks, shards, nodes and the network. */
    private static final Pattern OF_THE_MACHINE = Pattern.compile(
            "i_o_|io_exception|translog|corrupt|closed|engine|shard|node|transport|timeout|memory|interrupted|cluster|recovery");

    private ItemPolicy() {}

    static ItemVerdict judge(Operation operation, Item item) {
        int status = item.status();
        if (status / 100 == 2 || missingAnyway(operation, item)) {
            return new ItemVerdict.Sealed(Outcome.APPLIED, "");
        }
        if (status == 409 && item.errorType().equals("version_conflict_engine_exception")) {
            return conflict(operation, item);
        }
        String what = item + ", index " + operation.key().index();
        if (status >= 500) {
            return failed(item, what);
        }
        if (status == 409 || status == 429 || status == 408) {
            return new ItemVerdict.Later(what);
        }
        return switch (status) {
            case 400 -> refused(operation, item, what);
            case 401, 403 -> forbidden(item, what);
            case 404 ->
                new ItemVerdict.Misconfigured(what
                        + ": there is no such index and it isn't created by itself; create it, or allow it in the cluster's"
                        + " action.auto_create_index, or change " + DocumentOptions.INDEX);
            default -> fault(operation, item);
        };
    }

    /**
     * A shard that is away is waited for. Other failures may come from the document (a processor of an ingest pipeline that
     * doesn't get on with it, most often), unless they are of what stores or carries it.
     */
    private static ItemVerdict failed(Item item, String what) {
        boolean away = item.status() >= 502 && item.status() <= 504;
        return away || OF_THE_MACHINE.matcher(item.errorType()).find()
                ? new ItemVerdict.Later(what)
                : new ItemVerdict.Failed(what);
    }

    /** The delete of a document that isn't there is recorded under its version all the same. */
    private static boolean missingAnyway(Operation operation, Item item) {
        return item.status() == 404 && operation instanceof Operation.Delete && !item.isError();
    }

    private static ItemVerdict conflict(Operation operation, Item item) {
        Matcher current = CURRENT_VERSION.matcher(item.reason());
        String held = current.find() ? current.group(1) : "";
        boolean equal = held.equals(Long.toString(operation.version()));
        return new ItemVerdict.Sealed(equal ? Outcome.DUPLICATE : Outcome.STALE, held);
    }

    private static ItemVerdict forbidden(Item item, String what) {
        if (item.errorType().equals("cluster_block_exception")) {
            return new ItemVerdict.Later(what + ": writing is blocked (index.blocks.*)");
        }
        return new ItemVerdict.Misconfigured(
                what + ": the user or API key needs the privilege to write to the index (and to"
                        + " create it, unless it exists)");
    }

    private static ItemVerdict refused(Operation operation, Item item, String what) {
        if (item.errorType().equals("index_closed_exception")) {
            return new ItemVerdict.Later(what + ": the index is closed; open it");
        }
        if (item.errorType().equals("validation_exception")) {
            return new ItemVerdict.Later(what
                    + ": the index can't be created; most often the cluster has all the shards that it may have"
                    + " (cluster.max_shards_per_node)");
        }
        if (item.errorType().equals("routing_missing_exception")) {
            return new ItemVerdict.Misconfigured(
                    what + ": the mapping of the index demands a routing (_routing.required);" + " set "
                            + DocumentOptions.ROUTING_FROM + " to where it is in the record");
        }
        String reason = item.reason();
        if (reason.startsWith("Number of documents in ")) {
            return new ItemVerdict.Later(what + ": a shard holds as many documents as it can");
        }
        if (reason.startsWith("pipeline with id [")) {
            return new ItemVerdict.Misconfigured(
                    what + ": the request or the index names an ingest pipeline that doesn't exist ("
                            + DocumentOptions.PIPELINE + ", or index.default_pipeline of the index)");
        }
        if (reason.startsWith("no write index is defined for alias [")) {
            return new ItemVerdict.Misconfigured(what + ": this is an alias of several indices; name one index in "
                    + DocumentOptions.INDEX + ", for a version guards a document within one index only");
        }
        if (reason.startsWith("only write ops with an op_type of create are allowed in data streams")) {
            return new ItemVerdict.Misconfigured(what
                    + ": this is a data stream, where nothing can be written under a version; name an index in "
                    + DocumentOptions.INDEX);
        }
        return fault(operation, item);
    }

    private static ItemVerdict fault(Operation operation, Item item) {
        return new ItemVerdict.Faulty(new RecordFault("the server refused the document (" + item + ", index "
                        + operation.key().index() + ", id " + operation.key().id()
                        + "); compare the record with the mapping of the index. The server's own words are left out, for they may"
                        + " quote the document")
                .because(item.isError() ? item.errorType() : "status " + item.status()));
    }
}
