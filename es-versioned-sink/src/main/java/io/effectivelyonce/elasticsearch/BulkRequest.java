package io.effectivelyonce.elasticsearch;

import java.util.List;

/** The body of a bulk request. */
final class BulkRequest {
    /** Of a healthy answer only the statuses come back; of a refused item also what is needed to judge it. */
    static final String PATH = "/_bulk?filter_path=errors,items.*.status,items.*.error.type,items.*.error.reason";

    private BulkRequest() {}

    static byte[] body(List<Operation> operations) {
        byte[] body = new byte[operations.stream().mapToInt(Operation::bytes).sum()];
        int at = 0;
        for (Operation operation : operations) {
            at = operation.copyTo(body, at);
        }
        return body;
    }
}
