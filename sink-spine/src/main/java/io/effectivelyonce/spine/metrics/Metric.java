package io.effectivelyonce.spine.metrics;

/**
 * Something that a task measures, under the name that dashboards use.
 *
 * @param name as it stands in JMX
 * @param tag what divides it, such as {@code outcome}; empty if nothing does
 * @param description for people, with the unit
 */
public record Metric(String name, String tag, String description) {
    public static Metric of(String name, String description) {
        return new Metric(name, "", description);
    }

    public static Metric by(String tag, String name, String description) {
        return new Metric(name, tag, description);
    }
}
