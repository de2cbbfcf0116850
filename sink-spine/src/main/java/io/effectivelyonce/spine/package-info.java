/** What both sinks share: read the record, hand it over, settle its outcome, advance the watermark. */
package io.effectivelyonce.spine;
