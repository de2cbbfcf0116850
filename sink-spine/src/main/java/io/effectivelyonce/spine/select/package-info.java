/** How a configuration points into a record: one small syntax for both sinks, on structs and on maps alike. */
package io.effectivelyonce.spine.select;
