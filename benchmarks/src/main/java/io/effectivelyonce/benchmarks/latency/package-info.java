/** How long an event takes from its commit to its effect, and which part of that is the sinks'. */
package io.effectivelyonce.benchmarks.latency;
