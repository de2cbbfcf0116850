/** The sink that writes documents under external versions. */
package io.effectivelyonce.elasticsearch;
