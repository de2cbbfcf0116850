package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.queue.Guarded;

/**
 * One guarded write, already in the wording of the bulk API: its lines are made once, on the task thread, so that a value that
 * can't be written is known before anything is sent, and a retry costs nothing.
 */
abstract sealed class Operation implements Guarded {
    private final DocumentKey key;
    private final long version;
    private final byte[] lines;

    private Operation(DocumentKey key, long version, byte[] lines) {
        this.key = key;
        this.version = version;
        this.lines = lines;
    }

    /** Writes a whole document. */
    static final class Index extends Operation {
        Index(DocumentKey key, long version, byte[] lines) {
            super(key, version, lines);
        }

        @Override
        public boolean removes() {
            return false;
        }
    }

    /** Removes a document. */
    static final class Delete extends Operation {
        Delete(DocumentKey key, long version, byte[] lines) {
            super(key, version, lines);
        }

        @Override
        public boolean removes() {
            return true;
        }
    }

    DocumentKey key() {
        return key;
    }

    @Override
    public Object document() {
        return key;
    }

    @Override
    public long version() {
        return version;
    }

    @Override
    public int bytes() {
        return lines.length;
    }

    /** Copies the lines, each with its line feed, to where {@code target} is at; the position after them is returned. */
    int copyTo(byte[] target, int at) {
        System.arraycopy(lines, 0, target, at, lines.length);
        return at + lines.length;
    }
}
