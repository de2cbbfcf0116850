package io.effectivelyonce.benchmarks.jdbc;

/** Somebody who brings the events into the tables. */
interface Contestant {
    /** As in the JSON and in the table. */
    String name();

    /** Does it once, from the beginning, and tells the events per second. */
    double run(Ground ground, int round) throws Exception;
}
