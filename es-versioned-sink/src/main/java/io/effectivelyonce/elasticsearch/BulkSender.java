package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.index.IndexGate;
import io.effectivelyonce.spine.Backoff;
import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.Mailbox;
import io.effectivelyonce.spine.Settled;
import io.effectivelyonce.spine.Slot;
import io.effectivelyonce.spine.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.MDC;

/**
 * The end of the sink that talks to the server: a thread that takes batches from the task and brings one after the other to
 * its end.
 *
 * <p>When a record turns out to be at fault and the task is to stop at it, what follows it in the same bulk has been written
 * already; what follows later is not sent. That is harmless here, unlike in a database: each write is guarded by its
 * version, and comes again as a duplicate.
 */
final class BulkSender implements Target<Operation> {
    private final Transport transport;
    private final Inbox inbox;
    private final Mailbox<Operation> mailbox = new Mailbox<>();
    private final InFlight inFlight = new InFlight();
    private final Delivery delivery;
    private final Thread thread;

    /** Which connector and task this is, as the worker's log lines tell it. */
    private final Optional<Map<String, String>> logContext = Optional.ofNullable(MDC.getCopyOfContextMap());

    private BulkSender(Transport transport, IndexGate gate, ElasticsearchSinkConfig config, FaultPolicy policy) {
        this.transport = transport;
        this.inbox = new Inbox(config.batchSize(), config.bulkBytes(), config.linger());
        this.delivery = new Delivery(
                new BulkApi(transport, gate, config.connection()),
                new Outlet(mailbox, inbox, inFlight, policy),
                inbox,
                new Backoff(config.backoff(), config.backoffMax()),
                config.retryTimeout());
        this.thread = new Thread(this::run, config.name() + "-bulk-sender");
        thread.setDaemon(true);
    }

    /** Starts the thread; the server is not asked for anything. */
    static BulkSender start(Transport transport, IndexGate gate, ElasticsearchSinkConfig config, FaultPolicy policy) {
        BulkSender sender = new BulkSender(transport, gate, config, policy);
        sender.thread.start();
        return sender;
    }

    private void run() {
        logContext.ifPresent(MDC::setContextMap);
        try {
            while (!inbox.closed()) {
                delivery.deliver(inbox.take());
            }
        } catch (ConnectException e) {
            mailbox.fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // close() gave up on what was under way
        } catch (RuntimeException | Error e) {
            mailbox.fail(new ConnectException("the bulk sender has failed, which is a defect of this plugin", e));
        }
    }

    @Override
    public void accept(List<Entry<Operation>> entries) {
        inbox.add(entries);
    }

    @Override
    public List<Settled<Operation>> settled() {
        return mailbox.settled();
    }

    @Override
    public boolean awaitProgress(Duration atMost) throws InterruptedException {
        return mailbox.awaitProgress(atMost);
    }

    @Override
    public Optional<ConnectException> failure() {
        return mailbox.failure();
    }

    /**
     * What is on the wire when the time is over may still be carried out by the server, which is harmless for the new owner of
     * the partition: the same or a newer version follows.
     */
    @Override
    public void abandon(Set<Slot> ended, Duration atMost) {
        inbox.dropEnded();
        try {
            inFlight.awaitEnd(ended, atMost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close(Duration atMost) {
        inbox.close();
        try {
            thread.join(Math.max(1, atMost.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        transport.close();
        thread.interrupt();
    }
}
