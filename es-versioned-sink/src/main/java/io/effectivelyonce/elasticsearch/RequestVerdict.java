package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import java.util.List;

/** What the answer to a bulk request as a whole means. */
sealed interface RequestVerdict {

    /** The server took it: an item for each operation. */
    record Taken(List<Item> items) implements RequestVerdict {}

    /** The server, or something in front of it, says that the body is too large. */
    record TooLarge(String why) implements RequestVerdict {}

    /** The connection was cut under a large body by a server that lives: perhaps its way of saying that it is too large. */
    record Cut(String why) implements RequestVerdict {}

    /** Refused as a whole, though perhaps because of one operation. */
    record Refused(String why) implements RequestVerdict {}

    /** The server failed, perhaps at one operation. */
    record ServerError(String why) implements RequestVerdict {}

    /** The environment: try again later. */
    record Outage(String why) implements RequestVerdict {}

    /** The configuration; once it has worked, that is an outage too. */
    record Misconfigured(String whyAndRemedy) implements RequestVerdict {}
}
