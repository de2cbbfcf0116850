package io.effectivelyonce.elasticsearch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Stands before a real server and lets answers get lost: the request was carried out, and the connection breaks. */
final class LossyProxy implements AutoCloseable {
    private final ServerSocket socket;
    private final URI server;
    private final BooleanSupplier lose;
    private final AtomicInteger lost = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /**
     * @param lose asked once for each answer
     */
    LossyProxy(String server, BooleanSupplier lose) throws IOException {
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.server = URI.create(server);
        this.lose = lose;
        threads.execute(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** How many answers got lost so far. */
    int lost() {
        return lost.get();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Socket upstream = new Socket(server.getHost(), server.getPort());
                threads.execute(() -> copy(client, upstream, () -> false));
                threads.execute(() -> copy(upstream, client, this::loses));
            } catch (IOException e) {
                // closed, or the server is away: the client finds out by itself
            }
        }
    }

    private boolean loses() {
        boolean loses = lose.getAsBoolean();
        if (loses) {
            lost.incrementAndGet();
        }
        return loses;
    }

    private static void copy(Socket from, Socket to, BooleanSupplier lose) {
        byte[] buffer = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (lose.getAsBoolean()) {
                    return;
                }
                out.write(buffer, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            // the other direction has closed both
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
