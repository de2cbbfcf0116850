/** What waits to be sent, in an order that several bulks in flight can't upset; entered through {@code Inbox}. */
package io.effectivelyonce.elasticsearch.queue;
