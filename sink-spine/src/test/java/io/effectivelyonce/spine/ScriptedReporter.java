package io.effectivelyonce.spine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/** A dead letter queue whose reports complete, fail or are refused when the test says so. */
final class ScriptedReporter implements ErrantRecordReporter {

    record Report(SinkRecord record, Throwable error, PatientFuture future) {
        void completes() {
            future.complete(null);
        }

        void fails(Exception why) {
            future.completeExceptionally(why);
        }
    }

    /** Like the futures of Kafka's producer, it finds an interrupt before it finds its own completion. */
    static final class PatientFuture extends CompletableFuture<Void> {
        @Override
        public Void get() throws InterruptedException, ExecutionException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return super.get();
        }
    }

    private final List<Report> reports = new ArrayList<>();
    private RuntimeException refusal;
    private RuntimeException immediateFailure;

    @Override
    public Future<Void> report(SinkRecord record, Throwable error) {
        if (refusal != null) {
            throw refusal;
        }
        Report report = new Report(record, error, new PatientFuture());
        reports.add(report);
        if (immediateFailure != null) {
            report.fails(immediateFailure);
        }
        return report.future();
    }

    void refusesWith(RuntimeException why) {
        refusal = why;
    }

    /** From now on the future that a report gives has failed already. */
    void failsAtOnceWith(RuntimeException why) {
        immediateFailure = why;
    }

    List<Report> reports() {
        return reports;
    }

    Report only() {
        if (reports.size() != 1) {
            throw new AssertionError("expected one report, not " + reports.size());
        }
        return reports.get(0);
    }
}
