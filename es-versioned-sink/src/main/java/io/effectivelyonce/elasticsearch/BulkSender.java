package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.index.IndexGate;
import io.effectivelyonce.elasticsearch.queue.Inbox;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.MDC;

/**
 * The end of the sink that talks to the server: lanes, each a thread, that take batches from the task and bring them to their
 * end side by side. Guarded writes commute, and what doesn't is kept apart by the inbox.
 *
 * <p>When a record turns out to be at fault and the task is to stop at it, what follows it may be in bulks that were sent
 * already; nothing of it is sent later. That is harmless here, unlike in a database: each write is guarded by its version, and
 * comes again as a duplicate.
 */
final class BulkSender implements Target<Operation> {
    private final ElasticsearchSinkConfig config;
    private final Transport transport;
    private final Inbox<Operation> inbox;
    private final Mailbox<Operation> mailbox = new Mailbox<>();
    private final InFlight inFlight = new InFlight();
    private final Outlet outlet;
    private final List<Thread> threads;

    /** Which connector and task this is, as the worker's log lines tell it. */
    private final Optional<Map<String, String>> logContext = Optional.ofNullable(MDC.getCopyOfContextMap());

    private BulkSender(
            Transport transport,
            IndexGate gate,
            ElasticsearchSinkConfig config,
            FaultPolicy policy,
            BulkMetrics metrics) {
        this.config = config;
        this.transport = transport;
        this.inbox = new Inbox<>(config.batching(), config.versionType().precedence());
        BulkApi api = new BulkApi(transport, gate, config.connection(), config.compression(), inFlight, metrics);
        this.outlet = new Outlet(mailbox, inbox, policy, metrics);
        metrics.showInFlight(inFlight::size);
        AtomicBoolean proven = new AtomicBoolean();
        this.threads = IntStream.range(0, config.bulksInFlight())
                .mapToObj(number -> thread(number, lane(api, proven)))
                .toList();
    }

    private Lane lane(BulkApi api, AtomicBoolean proven) {
        return new Lane(
                api,
                outlet,
                inbox,
                new Progress(proven),
                new Backoff(config.backoff(), config.backoffMax()),
                config.retryTimeout());
    }

    private Thread thread(int number, Lane lane) {
        Thread thread = new Thread(() -> run(lane), config.name() + "-bulks-" + number);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts the lanes; the server is not asked for anything. */
    static BulkSender start(
            Transport transport,
            IndexGate gate,
            ElasticsearchSinkConfig config,
            FaultPolicy policy,
            BulkMetrics metrics) {
        BulkSender sender = new BulkSender(transport, gate, config, policy, metrics);
        sender.threads.forEach(Thread::start);
        return sender;
    }

    private void run(Lane lane) {
        logContext.ifPresent(MDC::setContextMap);
        try {
            lane.work();
        } catch (ConnectException e) {
            fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // close() gave up on what was under way
        } catch (RuntimeException | Error e) {
            fail(new ConnectException("the bulk sender has failed, which is a defect of this plugin", e));
        }
    }

    /** One lane that can't go on ends all: the task stops for it. */
    private void fail(ConnectException why) {
        mailbox.fail(why);
        inbox.close();
    }

    @Override
    public void accept(List<Entry<Operation>> entries) {
        outlet.accept(entries);
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
        long until = System.nanoTime() + atMost.toNanos();
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        transport.close();
        threads.forEach(Thread::interrupt);
    }
}
