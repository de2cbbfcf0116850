/** The Elasticsearch sink beside a bulk loader, which is the limit, and beside a consumer that sends one request at a time. */
package io.effectivelyonce.benchmarks.es;
