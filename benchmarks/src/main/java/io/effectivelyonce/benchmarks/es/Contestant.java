package io.effectivelyonce.benchmarks.es;

/** Somebody who brings the documents into the index. */
interface Contestant {
    /** As in the JSON and in the table. */
    String name();

    /** Does it once, from the beginning, and tells the documents per second. */
    double run(Ground ground, int round) throws Exception;
}
