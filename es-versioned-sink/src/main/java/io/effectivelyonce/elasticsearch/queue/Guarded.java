package io.effectivelyonce.elasticsearch.queue;

/** An operation, as far as its order matters: the server carries it out only if its version is high enough. */
public interface Guarded {

    /** Which document it is about; equal for operations on the same one. */
    Object document();

    long version();

    /** Whether it removes the document: then the server soon forgets the version, and with it what is older. */
    boolean removes();

    /** How many bytes it takes in a request. */
    int bytes();
}
