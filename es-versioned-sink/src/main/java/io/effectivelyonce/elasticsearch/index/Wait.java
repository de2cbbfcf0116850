package io.effectivelyonce.elasticsearch.index;

/**
 * Why nothing can be written to an index for now.
 *
 * @param misconfigured whether it looks like a fault of the configuration, such as credentials that are refused, and not like an
 *     outage
 */
public record Wait(String why, boolean misconfigured) {
    static Wait outage(String why) {
        return new Wait(why, false);
    }

    static Wait misconfigured(String whyAndRemedy) {
        return new Wait(whyAndRemedy, true);
    }
}
