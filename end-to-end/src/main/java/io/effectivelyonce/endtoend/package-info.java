/** The whole pipeline, told as a story and checked against the truth. */
package io.effectivelyonce.endtoend;
