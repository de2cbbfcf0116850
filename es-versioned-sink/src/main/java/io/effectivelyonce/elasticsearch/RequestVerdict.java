package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import java.net.URI;
import java.util.List;

/** What the answer to a bulk request as a whole means. */
sealed interface RequestVerdict {

    /**
     * The server took it: an item for each operation.
     *
     * @param node who answered
     */
    record Taken(List<Item> items, URI node) implements RequestVerdict {}

    /**
     * Failed as a whole, perhaps because of one operation in it.
     *
     * @param node where it failed
     */
    record Doubtful(Doubt doubt, URI node, String why) implements RequestVerdict {}

    /**
     * The environment: try again later.
     *
     * @param perhapsTooMuch whether less at a time may get through
     */
    record Outage(String why, boolean perhapsTooMuch) implements RequestVerdict {}

    /**
     * Nothing was sent: an index can't be written to for now, or a partition has been taken away.
     *
     * @param misconfigured whether it looks like a fault of the configuration
     */
    record NotYet(String why, boolean misconfigured) implements RequestVerdict {}

    /** The configuration; once it has worked, that is an outage too. */
    record Misconfigured(String whyAndRemedy) implements RequestVerdict {}

    /** How a request fails that may fail because of one operation. */
    enum Doubt {
        /** The server, or something in front of it, says that the body is too large. */
        TOO_LARGE,
        /** Refused as malformed: one bad operation is enough for that. */
        REFUSED,
        /** The server failed while working on it. */
        SERVER_ERROR,
        /** The connection was cut under a large body: some servers say in this way that it is too large. */
        CUT
    }
}
