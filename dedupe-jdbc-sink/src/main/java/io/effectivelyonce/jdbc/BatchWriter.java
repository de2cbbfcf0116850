package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.OffsetBook;
import io.effectivelyonce.spine.Coordinates;
import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.Mailbox;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.Settled;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Brings a batch to its outcomes. A batch that can't be committed because of a record is halved, the earlier half first, each
 * half in a transaction of its own, until the record stands alone: it leaves no claim, and the order stays. A batch that the
 * database can't take is tried again as it is. One that fails as if the configuration were wrong, though it has worked before,
 * is halved like the first, so that those before the culprit go on, and then tried again like the second; so is one that a
 * database in reach refuses again and again.
 */
final class BatchWriter {
    /** So many refusals in a row can be the batch's own: it may take longer, or hold more, than the server allows. */
    private static final int REFUSALS = 3;

    private final Database database;
    private final Optional<Claims> claims;
    private final RunOrder order;
    private final CommitGate gate;
    private final FaultPolicy policy;
    private final EntryQueue queue;
    private final Mailbox<JdbcEvent> mailbox;
    private final Outage outage;
    private final WritingMetrics metrics;
    private final Optional<OffsetBook<JdbcEvent>> offsets;
    private final Deque<List<Entry<JdbcEvent>>> parts = new ArrayDeque<>();
    private Optional<Session> lastSession = Optional.empty();
    private boolean hasWritten;
    private int refusals;

    BatchWriter(
            JdbcSinkConfig config,
            Database database,
            CommitGate gate,
            FaultPolicy policy,
            EntryQueue queue,
            Mailbox<JdbcEvent> mailbox,
            WritingMetrics metrics,
            Optional<OffsetBook<JdbcEvent>> offsets) {
        this.database = database;
        this.claims = config.claims().map(table -> new Claims(table.retention()));
        this.order = config.runOrder();
        this.gate = gate;
        this.policy = policy;
        this.queue = queue;
        this.mailbox = mailbox;
        this.metrics = metrics;
        this.outage = new Outage(config.retry());
        this.offsets = offsets;
    }

    /** Writes the batch to its end. False if nothing may be written any more. */
    boolean write(List<Entry<JdbcEvent>> batch) throws InterruptedException {
        parts.clear();
        parts.push(batch);
        while (!parts.isEmpty()) {
            List<Entry<JdbcEvent>> part = wanted(parts.pop());
            if (queue.closed() || (!part.isEmpty() && !tryOnce(part))) {
                return false;
            }
        }
        outage.forget();
        metrics.waitsNoMore();
        return true;
    }

    /** Writes offsets that have moved without any event, or looks at those that stand still. False as with {@link #write}. */
    boolean keepOffsets() throws InterruptedException {
        if (!movedAlone()) {
            outage.forget();
        }
        return tryOnce(List.of());
    }

    private boolean movedAlone() {
        return offsets.isPresent() && offsets.get().moved();
    }

    /** There is no need to write for a slot that has ended, or is about to: the record comes again to whoever has it then. */
    private List<Entry<JdbcEvent>> wanted(List<Entry<JdbcEvent>> part) {
        return part.stream()
                .filter(entry -> entry.slot().living()
                        && (offsets.isEmpty() || !offsets.get().goesBack(entry.slot())))
                .toList();
    }

    private boolean tryOnce(List<Entry<JdbcEvent>> part) throws InterruptedException {
        Session session;
        try {
            session = database.session();
        } catch (WriteFailedException e) {
            refusals = 0;
            return failed(part, e.fault(), database.hasOpened());
        }
        if (lastSession.filter(session::equals).isEmpty()) {
            lastSession = Optional.of(session);
            offsets.ifPresent(OffsetBook::lookAtAll);
        }
        try {
            long before = System.nanoTime();
            Transaction transaction = new Transaction(session, claims, order, gate, policy, offsets);
            Optional<List<Settled<JdbcEvent>>> outcomes = transaction.write(part);
            if (outcomes.isPresent()) {
                hasWritten |= !part.isEmpty();
                refusals = 0;
                outage.over();
                metrics.committed(outcomes.get(), Duration.ofNanos(System.nanoTime() - before));
                metrics.versionTies(transaction.versionTies());
                mailbox.put(outcomes.get());
            } else if (!part.isEmpty()) {
                parts.push(part);
            }
            return true;
        } catch (RecordFault fault) {
            return isolate(part, fault);
        } catch (WriteFailedException e) {
            return undone(part, e.fault());
        }
    }

    private boolean undone(List<Entry<JdbcEvent>> part, SqlFault fault) throws InterruptedException {
        if (queue.closed()) {
            return false;
        }
        if (fault.kind() == SqlFault.Kind.RECORD && !part.isEmpty()) {
            return isolate(
                    part,
                    new RecordFault(fault.message() + "; repair the record, or the rows it refers to")
                            .because(fault.sqlState()));
        }
        if (fault.kind() == SqlFault.Kind.CONFIGURATION && hasWritten && part.size() > 1) {
            database.drop();
            halve(part);
            return true;
        }
        boolean goesOn = failed(part, fault, hasWritten);
        if (goesOn && ++refusals >= REFUSALS && part.size() > 1) {
            refusals = 0;
            halve(parts.pop());
        }
        return goesOn;
    }

    /**
     * The part could not be written, and is not to blame.
     *
     * @param worked whether what was tried has worked before, so that the configuration can't have been wrong
     */
    private boolean failed(List<Entry<JdbcEvent>> part, SqlFault fault, boolean worked) throws InterruptedException {
        if (queue.closed()) {
            return false;
        }
        if (!fault.sparesConnection()) {
            database.drop();
        }
        if (fault.kind() == SqlFault.Kind.CONFIGURATION && !worked) {
            mailbox.fail(new ConnectException(
                    fault.message() + ". Nothing has been written; " + Remedies.of(fault) + ". Then restart the task"));
            return false;
        }
        if (!part.isEmpty()) {
            parts.push(part);
        } else if (!movedAlone()) {
            // A look at what stands still waits for the next one: nobody waits for it.
            return true;
        }
        return waitOut(part, fault);
    }

    private boolean waitOut(List<Entry<JdbcEvent>> part, SqlFault fault) throws InterruptedException {
        metrics.waits(fault);
        Optional<Duration> pause = outage.pause(
                fault,
                part.isEmpty()
                        ? "offsets of records that need no other write"
                        : Coordinates.of(part.get(0).record()));
        if (pause.isEmpty()) {
            mailbox.fail(new ConnectException(fault.message() + ". The database has not taken the batch for "
                    + outage.lasted().toMillis() + " ms, and " + WritingOptions.RETRY_TIMEOUT
                    + " is spent. Restart the task when the database is back: nothing is lost"));
            return false;
        }
        queue.pause(pause.get());
        return true;
    }

    private boolean isolate(List<Entry<JdbcEvent>> part, RecordFault fault) {
        if (part.size() > 1) {
            halve(part);
            return true;
        }
        Entry<JdbcEvent> entry = part.get(0);
        RecordFault named = entry.event().named(fault);
        mailbox.put(List.of(new Settled.Faulty<>(entry, named)));
        return !policy.stopsAt(named);
    }

    private void halve(List<Entry<JdbcEvent>> part) {
        int half = part.size() / 2;
        parts.push(part.subList(half, part.size()));
        parts.push(part.subList(0, half));
    }
}
