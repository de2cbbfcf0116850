package io.effectivelyonce.elasticsearch;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;

/** What came of a request. */
sealed interface Answer {

    /** Which node it was about, without credentials: none are ever in an address. */
    URI node();

    /** A node answered. */
    final class Answered implements Answer {
        private final URI node;
        private final int status;
        private final byte[] body;

        Answered(URI node, int status, byte[] body) {
            this.node = node;
            this.status = status;
            this.body = body;
        }

        @Override
        public URI node() {
            return node;
        }

        int status() {
            return status;
        }

        /** The body, which the caller must not change. */
        byte[] bytes() {
            return body;
        }

        InputStream body() {
            return new ByteArrayInputStream(body);
        }
    }

    /**
     * No answer. Unless no connection was made, it is unknown whether the request was carried out.
     *
     * @param why what happened, for logs
     */
    record Unanswered(URI node, Loss loss, String why) implements Answer {}

    /** How an answer fails to come. */
    enum Loss {
        NOT_CONNECTED,
        TOO_LATE,
        /** The node's certificate is not trusted; nothing was sent. */
        UNTRUSTED,
        /** A connection that stood was lost before the time was over. */
        CUT
    }
}
