/** Reads JSON: payloads as a whole, objects member by member. */
package io.effectivelyonce.outbox.json;
