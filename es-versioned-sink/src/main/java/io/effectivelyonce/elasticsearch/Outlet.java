package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.Mailbox;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.Settled;
import io.effectivelyonce.spine.Slot;
import java.util.List;
import java.util.Set;

/** What the sender tells the task: what is sealed, what is at fault, and what is on the wire. */
final class Outlet {
    private final Mailbox<Operation> mailbox;
    private final Inbox inbox;
    private final InFlight inFlight;
    private final FaultPolicy policy;

    /** A request, while it is on the wire. */
    @FunctionalInterface
    interface Request {
        RequestVerdict send() throws InterruptedException;
    }

    Outlet(Mailbox<Operation> mailbox, Inbox inbox, InFlight inFlight, FaultPolicy policy) {
        this.mailbox = mailbox;
        this.inbox = inbox;
        this.inFlight = inFlight;
        this.policy = policy;
    }

    RequestVerdict onTheWire(Set<Slot> slots, Request request) throws InterruptedException {
        inFlight.begin(slots);
        try {
            return request.send();
        } finally {
            inFlight.end();
        }
    }

    void put(List<Settled<Operation>> settled) {
        mailbox.put(settled);
    }

    /**
     * Tells that a record is at fault. Where the task is to stop at it, the sender stands still until the task does, or has
     * lost the partition: what follows the record is not sent. False if the sender has to end.
     */
    boolean faulty(Entry<Operation> entry, RecordFault fault) throws InterruptedException {
        mailbox.put(List.of(new Settled.Faulty<>(entry, fault)));
        return policy.stopsAt(fault) ? inbox.standStill(entry.slot()) : !inbox.closed();
    }
}
