package io.effectivelyonce.elasticsearch.queue;

/** An operation of the tests. {@code bad} ones the server refuses, whenever they come. */
record Op(String document, long version, boolean removes, boolean bad) implements Guarded {
    static Op write(String document, long version) {
        return new Op(document, version, false, false);
    }

    static Op delete(String document, long version) {
        return new Op(document, version, true, false);
    }

    @Override
    public int bytes() {
        return 100;
    }
}
