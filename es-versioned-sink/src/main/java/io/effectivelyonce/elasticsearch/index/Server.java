package io.effectivelyonce.elasticsearch.index;

import java.io.IOException;
import java.util.Map;

/** Whom questions about indices go to: any node that answers. Every question may be put again without harm. */
@FunctionalInterface
public interface Server {

    /**
     * Sends one request and waits for its answer.
     *
     * @param json the body; empty for none
     */
    Reply ask(String method, String pathAndQuery, String json) throws InterruptedException;

    /** What came of it. */
    sealed interface Reply {}

    /** An answer. */
    final class Answered implements Reply {
        private final int status;
        private final byte[] body;

        public Answered(int status, byte[] body) {
            this.status = status;
            this.body = body.clone();
        }

        int status() {
            return status;
        }

        /**
         * The answer as maps, lists and plain values; empty if it is no JSON object.
         */
        Map<String, Object> json() {
            try {
                return Json.object(body);
            } catch (IOException e) {
                return Map.of();
            }
        }

        /** The type of the error that it tells of, or nothing. */
        String errorType() {
            return json().get("error") instanceof Map<?, ?> error ? String.valueOf(error.get("type")) : "";
        }

        /** The server's words. They are about indices and settings only, so they may be shown. */
        String reason() {
            return json().get("error") instanceof Map<?, ?> error ? String.valueOf(error.get("reason")) : "";
        }

        /** Whether the server, not the question, is why it wasn't answered. */
        boolean isOutage() {
            return status == 408
                    || status == 429
                    || status >= 500
                    || errorType().equals("cluster_block_exception");
        }

        /** Status and type of error, for logs. */
        @Override
        public String toString() {
            String type = errorType();
            return "status " + status + (type.isEmpty() ? "" : ", " + type);
        }
    }

    /** None. */
    record Lost(Wait reason) implements Reply {}
}
