/** Real servers as processes of their own, for tests, the demo and the benchmarks. */
package io.effectivelyonce.localstack;
