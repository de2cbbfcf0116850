package io.effectivelyonce.localstack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A wire that dies at one point for good: what the server sees then is the same as when the process of the sink dies. The points are
 * counted, from the first request on that says a given word: one before each request reaches the server, and one before each answer
 * comes back.
 */
public final class DyingWire implements AutoCloseable {
    private final ServerSocket listening;
    private final int target;
    private final String beginning;
    private final int death;
    private final AtomicInteger points = new AtomicInteger();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean begun;
    private volatile boolean dead;

    /**
     * Listens at a port of its own.
     *
     * @param target the server's port on this machine
     * @param beginning a word in the first request that counts
     * @param death the point at which it dies, counted from 0
     */
    public DyingWire(int target, String beginning, int death) {
        this.target = target;
        this.beginning = beginning;
        this.death = death;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    /** Where clients connect to. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Whether it has died. */
    public boolean dead() {
        return dead;
    }

    /** How many points were passed so far. */
    public int points() {
        return points.get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                sockets.add(client);
                if (dead) {
                    client.close();
                } else {
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                    sockets.add(server);
                    daemon(() -> carry(client, server));
                    daemon(() -> carry(server, client));
                }
            } catch (IOException e) {
                // closed, and so the loop ends
            }
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] buffer = new byte[1 << 20];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0 && survives(buffer, n); n = in.read(buffer)) {
                out.write(buffer, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            // the wire is down, which is what it is for
            return;
        }
    }

    private boolean survives(byte[] bytes, int length) throws IOException {
        if (!begun) {
            begun = new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains(beginning);
        }
        if (!begun || (!dead && points.getAndIncrement() != death)) {
            return true;
        }
        dead = true;
        closeAll();
        return false;
    }

    private void closeAll() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "dying-wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listening.close();
            closeAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
