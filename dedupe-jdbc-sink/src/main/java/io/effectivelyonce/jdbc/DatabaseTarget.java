package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.OffsetBook;
import io.effectivelyonce.jdbc.retention.Caretaker;
import io.effectivelyonce.jdbc.retention.Housekeeping;
import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.Mailbox;
import io.effectivelyonce.spine.OffsetKeeper;
import io.effectivelyonce.spine.Settled;
import io.effectivelyonce.spine.Slot;
import io.effectivelyonce.spine.Standing;
import io.effectivelyonce.spine.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database as the end of the sink. One thread writes, one transaction at a time, while the task thread reads the records
 * of the next.
 */
final class DatabaseTarget implements Target<JdbcEvent> {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseTarget.class);

    private static final Duration NEVER = Duration.ofHours(1);

    private final boolean claiming;
    private final EntryQueue queue;
    private final Optional<OffsetBook<JdbcEvent>> offsets;
    private final Mailbox<JdbcEvent> mailbox = new Mailbox<>();
    private final CommitGate gate = new CommitGate();
    private final Database database;
    private final BatchWriter writer;
    private final Thread thread;
    private final Optional<Caretaker> caretaker;

    private DatabaseTarget(JdbcSinkConfig config, FaultPolicy policy, String task, WritingMetrics metrics) {
        this.claiming = config.claims().isPresent();
        this.queue = new EntryQueue(config.batchSize(), config.linger());
        this.offsets = config.offsets().map(OffsetBook::new);
        this.database = new Database(config);
        this.writer = new BatchWriter(config, database, gate, policy, queue, mailbox, metrics, offsets);
        this.thread = new Thread(this::run, "dedupe-jdbc-sink-" + task);
        thread.setDaemon(true);
        this.caretaker = config.claims().flatMap(claims -> caretaker(database, claims, task));
        metrics.showDays(() -> caretaker.flatMap(Caretaker::horizon), () -> caretaker.flatMap(Caretaker::oldestDay));
    }

    private static Optional<Caretaker> caretaker(Database database, ClaimsConfig claims, String task) {
        return claims.retention()
                .map(how -> Caretaker.start(
                        database::connectBeside, new Housekeeping(claims.table(), how, claims.consumer()), task));
    }

    /** Starts the writer; it connects when there is something to write. */
    static DatabaseTarget start(JdbcSinkConfig config, FaultPolicy policy, String task, WritingMetrics metrics) {
        DatabaseTarget target = new DatabaseTarget(config, policy, task, metrics);
        target.thread.start();
        return target;
    }

    private void run() {
        try {
            boolean goesOn = true;
            while (goesOn) {
                List<Entry<JdbcEvent>> batch = queue.take(this::otherwiseDue);
                goesOn = !queue.closed() && (batch.isEmpty() ? writer.keepOffsets() : writer.write(batch));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            mailbox.fail(new ConnectException("the writer was interrupted; restart the task"));
        } catch (RuntimeException | Error e) {
            LOG.error("The writer met a bug: {} at {}", e.getClass().getName(), (Object) e.getStackTrace());
            mailbox.fail(
                    new ConnectException("the writer met a bug (" + e.getClass().getName()
                            + "; its stack is in the worker's log); restart the task: nothing is lost"));
        } finally {
            database.drop();
        }
    }

    private Duration otherwiseDue() {
        return offsets.map(OffsetBook::due).orElse(NEVER);
    }

    @Override
    public void accept(List<Entry<JdbcEvent>> entries) {
        queue.add(entries);
    }

    @Override
    public Optional<OffsetKeeper<JdbcEvent>> keeper() {
        return offsets.map(Nudging::new);
    }

    /** Wakes the writer when offsets have moved: there may be no events to take them along. */
    private final class Nudging implements OffsetKeeper<JdbcEvent> {
        private final OffsetBook<JdbcEvent> book;

        Nudging(OffsetBook<JdbcEvent> book) {
            this.book = book;
        }

        @Override
        public void progress(Map<Slot, Standing> standings, List<Entry<JdbcEvent>> coming) {
            book.progress(standings, coming);
            if (coming.isEmpty()) {
                queue.nudge();
            }
        }

        @Override
        public OptionalLong kept(Slot slot) {
            return book.kept(slot);
        }

        @Override
        public Map<Slot, Long> lostCommits() {
            return book.lostCommits();
        }
    }

    /** Whether the database refused the role or its password: what the configuration says now may be something else. */
    boolean refused() {
        return database.refused();
    }

    /** Connects this way from now on. */
    void connectAs(ConnectionSettings settings) {
        database.connectAs(settings);
    }

    @Override
    public List<Settled<JdbcEvent>> settled() {
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
     * A transaction that holds work of these slots and has not reached its COMMIT won't get there. One that has is waited for;
     * without claims it is broken off if it takes too long, since its effects would not be recognised as duplicates and could
     * come after those of the next owner.
     */
    @Override
    public void abandon(Set<Slot> ended, Duration atMost) {
        queue.dropEnded();
        try {
            if (claiming) {
                gate.awaitNone(ended, atMost);
            } else if (!gate.awaitNone(ended, atMost.dividedBy(2))) {
                breakOff(ended);
                gate.awaitNone(ended, atMost.dividedBy(2));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (!claiming) {
                breakOff(ended);
            }
        }
    }

    private void breakOff(Set<Slot> ended) {
        if (gate.breakOff(ended)) {
            database.abort();
        }
    }

    @Override
    public void close(Duration atMost) {
        queue.close();
        caretaker.ifPresent(Caretaker::close);
        try {
            thread.join(Math.max(1, atMost.toMillis() / 2));
            if (thread.isAlive()) {
                end();
                thread.join(Math.max(1, atMost.toMillis() / 2));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end();
        }
    }

    /**
     * A COMMIT is not cancelled: one that waits for a standby would be taken for done, though a failover would lose it. It ends
     * as it may, and the records come again.
     */
    private void end() {
        if (gate.shut()) {
            database.end(Database::cut);
        } else {
            database.end(Database::abort);
        }
    }
}
