package io.effectivelyonce.spine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead letter reports on their way. A record counts as rejected only when its report completed without error: Connect itself
 * waits only for reports that existed before {@code preCommit}, and doesn't notice one that has failed already.
 */
final class Rejections<E> {
    private static final Logger LOG = LoggerFactory.getLogger(Rejections.class);

    private record Report<E>(Entry<E> entry, RecordFault fault, Future<Void> future) {}

    private final FaultPolicy policy;
    private final LineLimit lines = new LineLimit();
    private final List<Report<E>> underWay = new ArrayList<>();

    Rejections(FaultPolicy policy) {
        this.policy = policy;
    }

    /**
     * Reports a record.
     *
     * @throws ConnectException if the task has to stop at this record
     */
    void report(Entry<E> entry, RecordFault fault) {
        String where = Coordinates.of(entry.record());
        if (policy.stopsAt(fault)) {
            throw new ConnectException(
                    where + ": " + fault.getMessage() + " (the task stops here: " + policy.whyStopped(fault) + ")");
        }
        RecordFault named = fault.in(where);
        underWay.add(new Report<>(entry, named, send(entry, named)));
        if (lines.oneMore()) {
            LOG.warn("Rejected: {}", named.getMessage());
        }
    }

    /** Connect converts and sends here, and whatever goes wrong then comes as an exception of any kind. */
    private Future<Void> send(Entry<E> entry, RecordFault fault) {
        try {
            return policy.reporter().report(entry.record(), fault);
        } catch (RuntimeException e) {
            throw failed(entry, e);
        }
    }

    /**
     * Hands on each entry whose report has completed.
     *
     * @throws ConnectException if a report failed: the record has no outcome and the task must not pass it
     */
    void completed(BiConsumer<Entry<E>, RecordFault> rejected) {
        Iterator<Report<E>> reports = underWay.iterator();
        while (reports.hasNext()) {
            Report<E> report = reports.next();
            if (!report.entry().slot().living()) {
                reports.remove();
            } else if (report.future().isDone() && !Thread.currentThread().isInterrupted()) {
                // Kafka's futures look at the interrupt before they look at themselves: an interrupted thread learns
                // nothing.
                reports.remove();
                demandSuccess(report);
                rejected.accept(report.entry(), report.fault());
            }
        }
    }

    private static void demandSuccess(Report<?> report) {
        try {
            report.future().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(report.entry(), e);
        } catch (ExecutionException e) {
            throw failed(report.entry(), e.getCause());
        } catch (CancellationException e) {
            throw failed(report.entry(), e);
        }
    }

    private static ConnectException failed(Entry<?> entry, Throwable cause) {
        return new ConnectException(
                Coordinates.of(entry.record())
                        + ": the record is at fault and could not be written to the dead letter queue; check that the topic named"
                        + " by errors.deadletterqueue.topic.name exists and that the worker may write to it",
                cause);
    }
}
