/** Wires between a sink and its server that break at the worst moment. */
package io.effectivelyonce.endtoend.wire;
