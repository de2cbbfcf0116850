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

        InputStream body() {
            return new ByteArrayInputStream(body);
        }
    }

    /**
     * No answer: whether the request was carried out is unknown.
     *
     * @param why what happened, for logs
     * @param cut whether a connection that stood was lost before the time was over
     */
    record Unanswered(URI node, String why, boolean cut) implements Answer {}
}
