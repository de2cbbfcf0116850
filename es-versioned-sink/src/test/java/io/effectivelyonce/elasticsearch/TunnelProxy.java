package io.effectivelyonce.elasticsearch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A proxy that connects clients with whom they name and passes on what it can't read. */
final class TunnelProxy implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicLong sent = new AtomicLong();

    TunnelProxy() throws IOException {
        threads.execute(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The first lines that clients sent. */
    List<String> asked() {
        return asked;
    }

    /** How many bytes went from clients to servers. */
    long sent() {
        return sent.get();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                threads.execute(() -> connect(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void connect(Socket client) {
        try {
            String first = head(client.getInputStream());
            asked.add(first);
            String[] target = first.split(" ", -1)[1].split(":", -1);
            Socket server = new Socket(target[0], Integer.parseInt(target[1]));
            client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            threads.execute(() -> copy(client, server, sent));
            threads.execute(() -> copy(server, client, new AtomicLong()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads all lines up to the empty one, and gives back the first. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the client has left");
            }
            head.append((char) next);
        }
        return head.substring(0, head.indexOf("\r\n"));
    }

    private static void copy(Socket from, Socket to, AtomicLong count) {
        byte[] buffer = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                count.addAndGet(n);
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // the other direction has closed both
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
