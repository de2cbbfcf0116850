package io.effectivelyonce.benchmarks.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A way to a local server that is as long as one through a network: what is sent arrives half a round trip later, however much of
 * it is under way.
 */
final class LongWire implements AutoCloseable {
    private static final int CHUNKS = 1_024;

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final long oneWay;

    LongWire(int target, Duration roundTrip) throws IOException {
        this.target = target;
        this.oneWay = roundTrip.toNanos() / 2;
        daemon(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                lay(client, server);
                lay(server, client);
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Bytes on their way; none at the end. */
    private record Chunk(ByteBuffer bytes, long arrives) {}

    private void lay(Socket from, Socket to) {
        BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(CHUNKS);
        daemon(() -> take(from, underWay));
        daemon(() -> give(underWay, to));
    }

    private void take(Socket from, BlockingQueue<Chunk> underWay) {
        byte[] buffer = new byte[1 << 16];
        try {
            int n;
            do {
                n = read(from, buffer);
                ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(buffer, Math.max(0, n)));
                underWay.put(new Chunk(bytes, System.nanoTime() + oneWay));
            } while (n > 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nothing at its end, also at a sudden one. */
    private static int read(Socket from, byte[] buffer) {
        try {
            InputStream in = from.getInputStream();
            return in.read(buffer);
        } catch (IOException e) {
            return -1;
        }
    }

    private static void give(BlockingQueue<Chunk> underWay, Socket to) {
        try (to) {
            OutputStream out = to.getOutputStream();
            for (Chunk chunk = underWay.take(); chunk.bytes().hasRemaining(); chunk = underWay.take()) {
                for (long left = chunk.arrives() - System.nanoTime();
                        left > 0;
                        left = chunk.arrives() - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                out.write(chunk.bytes().array());
                out.flush();
            }
        } catch (IOException e) {
            // Whoever was at that end has gone.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "long-wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
