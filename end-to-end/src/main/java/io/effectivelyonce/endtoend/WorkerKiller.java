package io.effectivelyonce.endtoend;

import java.util.EnumSet;

/** Kills the worker with SIGKILL and starts it again. */
final class WorkerKiller {
    private final Pipeline pipeline;
    private final Refusals refusals;
    private int kills;

    WorkerKiller(Pipeline pipeline, Refusals refusals) {
        this.pipeline = pipeline;
        this.refusals = refusals;
    }

    /** Returns when all connectors run again. */
    void strike() {
        // what the tasks have counted dies with them
        refusals.sample();
        pipeline.stack().connect().kill();
        kills++;
        pipeline.stack().connect().start();
        pipeline.awaitRunning(EnumSet.allOf(Connector.class));
    }

    int kills() {
        return kills;
    }
}
