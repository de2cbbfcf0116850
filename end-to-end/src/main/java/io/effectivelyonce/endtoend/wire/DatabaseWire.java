package io.effectivelyonce.endtoend.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A wire to PostgreSQL. It carries bytes and knows one word of the protocol: the server's answer to a COMMIT. */
public final class DatabaseWire implements AutoCloseable {
    /** The tag by which the server says that a COMMIT is done. */
    private static final String COMMITTED = "COMMIT\0";

    private final int serverPort;
    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean loseCommit = new AtomicBoolean();
    private final Semaphore lost = new Semaphore(0);
    /** Given whenever a request goes to the server. */
    private final Semaphore asked = new Semaphore(0);

    /** Listens at a port of its own. The server may come and go. */
    public DatabaseWire(int serverPort) {
        this.serverPort = serverPort;
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    /** Where the sink connects to. */
    public int port() {
        return listening.getLocalPort();
    }

    /**
     * Lets the next COMMIT be done, and cuts the connection instead of passing the answer on.
     *
     * @return whether there was one within the time
     */
    public boolean loseTheAnswerToACommit(Duration within) {
        lost.drainPermits();
        loseCommit.set(true);
        boolean happened = acquired(lost, within);
        loseCommit.set(false);
        return happened;
    }

    /** Waits until the sink asks the server something: the moment at which the server is best interrupted. */
    public boolean awaitRequest(Duration within) {
        asked.drainPermits();
        return acquired(asked, within);
    }

    /** Cuts every connection, whatever is under way on it. */
    public void cut() {
        for (Socket each : sockets) {
            close(each);
        }
    }

    private static boolean acquired(Semaphore semaphore, Duration within) {
        try {
            return semaphore.tryAcquire(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                sockets.add(client);
                connect(client);
            } catch (IOException e) {
                // closed; the loop ends
            }
        }
    }

    private void connect(Socket client) {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            sockets.add(server);
            daemon(() -> requests(client, server));
            daemon(() -> answers(server, client));
        } catch (IOException e) {
            // the server is down, and the client is told so
            close(client);
        }
    }

    private void requests(Socket client, Socket server) {
        carry(client, server, (bytes, length) -> {
            asked.release();
            return true;
        });
    }

    private void answers(Socket server, Socket client) {
        carry(server, client, (bytes, length) -> {
            boolean lose = new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains(COMMITTED)
                    && loseCommit.compareAndSet(true, false);
            if (lose) {
                lost.release();
            }
            return !lose;
        });
    }

    private void carry(Socket from, Socket to, Passage passage) {
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0 && passage.allows(buffer, n); n = in.read(buffer)) {
                out.write(buffer, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            // one of the ends is gone; so is the other one now
        } finally {
            close(from);
            close(to);
        }
    }

    private void close(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed as far as this side can do it
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "database-wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }

    private interface Passage {
        boolean allows(byte[] bytes, int length);
    }
}
