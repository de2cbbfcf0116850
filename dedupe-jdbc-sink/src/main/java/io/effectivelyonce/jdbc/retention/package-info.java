/** How long claims are kept, and what that means for events that come back later. */
package io.effectivelyonce.jdbc.retention;
