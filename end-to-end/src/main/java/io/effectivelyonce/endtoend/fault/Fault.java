package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;

/**
 * Something that goes wrong. What exactly is fixed when the schedule is made, so that a schedule can be printed and repeated; each fault
 * is a record of it.
 */
public interface Fault {
    /** The kind, by which faults are counted. */
    String kind();

    /** What a person is told: the kind, and what was drawn for this one. */
    String description();

    /**
     * Makes it happen and leaves all servers up and all connectors registered, though not recovered yet.
     *
     * @return whether it has met anything: a fault that found nothing to break proves nothing
     */
    boolean strike(Stage stage);
}
