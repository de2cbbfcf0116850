package io.effectivelyonce.endtoend;

/** Sends sinks back to the beginning of their topics, through the worker's REST interface. */
final class OffsetResets {
    private final Pipeline pipeline;
    private final Refusals refusals;
    private int resets;

    OffsetResets(Pipeline pipeline, Refusals refusals) {
        this.pipeline = pipeline;
        this.refusals = refusals;
    }

    /** Stops every sink, makes it forget its offsets and lets it go on; returns when all run again. */
    void rewindAll() {
        refusals.sample();
        for (Connector sink : Connector.SINKS) {
            pipeline.rest().stop(sink.title());
            pipeline.rest().resetOffsets(sink.title());
            resets++;
        }
        Connector.SINKS.forEach(sink -> pipeline.rest().resume(sink.title()));
    }

    int resets() {
        return resets;
    }
}
