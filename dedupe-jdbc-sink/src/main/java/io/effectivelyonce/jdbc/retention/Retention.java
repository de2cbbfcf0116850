package io.effectivelyonce.jdbc.retention;

import io.effectivelyonce.spine.RecordFault;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Claims that know the day of their event: how they are laid out, and how long they are kept.
 *
 * @param layout how the claims table is laid out
 * @param keep how long claims are kept, counted from the time of the event; empty for ever
 * @param tooOld what becomes of an unclaimed event that is older than what the claims remember
 */
public record Retention(Layout layout, Optional<Duration> keep, TooOld tooOld) {

    /** Whether the claims lie in a partition for each day. */
    public boolean daily() {
        return layout == Layout.DAILY;
    }

    /** Whether events that are older than the claims remember are looked up instead of claimed. */
    public boolean refusesTheForgotten() {
        return tooOld != TooOld.APPLY;
    }

    /** The fault of an unclaimed event of a day before the horizon. */
    public RecordFault fault(LocalDate day, LocalDate horizon) {
        return new RecordFault(
                        tooOld.reaction(),
                        "the event is of " + day + " (UTC, by event.time.from), and claims of events before " + horizon
                                + " are no longer kept, so whether it had its effect can't be told. If it had not, send it with"
                                + " behavior.on.too.old=apply; a longer dedupe.retention.ms keeps claims longer from now on")
                .because("too-old");
    }
}
