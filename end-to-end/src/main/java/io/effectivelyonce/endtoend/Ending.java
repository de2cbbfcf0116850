package io.effectivelyonce.endtoend;

/** How a run of the story has ended. */
record Ending(Summary summary, Findings findings) {}
