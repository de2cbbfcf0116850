/** The indices that are written to: made where they are missing, looked into before their first write, marked with the version source. */
package io.effectivelyonce.elasticsearch.index;
