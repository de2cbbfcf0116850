/** The plugins beside their peers: the same work, in the same run, on the same machine. */
package io.effectivelyonce.benchmarks;
