package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.queue.Inbox;
import io.effectivelyonce.elasticsearch.queue.Open;
import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.Mailbox;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.Settled;
import java.util.List;
import java.util.Map;

/** Between the task and the lanes: what is handed over, what is sealed, and what is at fault. */
final class Outlet {
    private final Mailbox<Operation> mailbox;
    private final Inbox<Operation> inbox;
    private final FaultPolicy policy;
    private final BulkMetrics metrics;
    private final FreezeAlarm alarm = new FreezeAlarm();

    Outlet(Mailbox<Operation> mailbox, Inbox<Operation> inbox, FaultPolicy policy, BulkMetrics metrics) {
        this.mailbox = mailbox;
        this.inbox = inbox;
        this.policy = policy;
        this.metrics = metrics;
    }

    /** The task hands over these. */
    void accept(List<Entry<Operation>> entries) {
        List<Settled<Operation>> settled = inbox.add(entries);
        if (!settled.isEmpty()) {
            metrics.superseded(settled.size());
            mailbox.put(settled);
        }
    }

    /** The server has sealed some; with them is settled what need not be sent any more. */
    void sealed(Harvest harvest) {
        Map<Open<Operation>, Outcome> sealed = harvest.sealed();
        sealed.forEach((open, outcome) -> alarm.heard(open, outcome, harvest.heldInsteadOf(open)));
        List<Settled<Operation>> settled = inbox.acknowledge(sealed);
        metrics.superseded(settled.size() - sealed.size());
        mailbox.put(settled);
    }

    /** The record is at fault. Where the task is to stop at it, what follows it in its partition is not sent any more. */
    void faulty(Open<Operation> open, RecordFault fault) {
        if (policy.stopsAt(fault)) {
            inbox.stopAt(open);
        } else {
            inbox.faulty(open);
        }
        mailbox.put(List.of(new Settled.Faulty<>(open.entry(), fault)));
    }

    /** The server wants these later, or failed at them: how many by which status. */
    void again(Map<String, Integer> byStatus) {
        metrics.again(byStatus);
    }

    /** A lane pauses, and has nothing that gets through. */
    void waiting() {
        metrics.waiting();
    }

    /** A lane that waited goes on, or has nothing to wait for any more. */
    void notWaiting() {
        metrics.notWaiting();
    }

    /** Of what has to be tried again: what is still to be sent by the lane that tried. */
    List<Open<Operation>> stillNeeded(List<Open<Operation>> again) {
        return inbox.keep(again);
    }

    /** Whether the sender has to end. */
    boolean closed() {
        return inbox.closed();
    }
}
