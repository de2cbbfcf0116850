package io.effectivelyonce.endtoend;

/** How a run of the story has ended. */
record Outcome(Summary summary, Findings findings) {}
