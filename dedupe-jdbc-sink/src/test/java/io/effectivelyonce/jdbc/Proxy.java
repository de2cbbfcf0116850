package io.effectivelyonce.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A wire between the sink and the server that remembers what the client sends, and that can break at the worst moment. */
final class Proxy implements AutoCloseable {
    /** As it is sent the first time on a connection; later the driver only names the statement it has prepared. */
    private static final String COMMIT = "COMMIT\0";

    private final ServerSocket listening;
    private final int target;
    private final List<String> sent = Collections.synchronizedList(new ArrayList<>());
    private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
    private final AtomicBoolean loseCommit = new AtomicBoolean();
    private final CountDownLatch lost = new CountDownLatch(1);

    Proxy(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** The first COMMIT of a connection reaches the server, but its answer doesn't come back: the connection breaks instead. */
    void loseTheAnswerToTheFirstCommit() {
        loseCommit.set(true);
    }

    boolean awaitLoss() throws InterruptedException {
        return lost.await(30, TimeUnit.SECONDS);
    }

    /** What the client has sent, one text for each time that it wrote. */
    List<String> sent() {
        return List.copyOf(sent);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.addAll(List.of(client, server));
                AtomicBoolean losing = new AtomicBoolean();
                daemon(() -> forward(client, server, losing));
                daemon(() -> backward(server, client, losing));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void forward(Socket client, Socket server, AtomicBoolean losing) {
        byte[] buffer = new byte[1 << 20];
        try (client;
                server) {
            InputStream in = client.getInputStream();
            OutputStream out = server.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                String text = new String(buffer, 0, n, StandardCharsets.ISO_8859_1);
                sent.add(text);
                if (text.contains(COMMIT) && loseCommit.compareAndSet(true, false)) {
                    losing.set(true);
                }
                out.write(Arrays.copyOf(buffer, n));
                out.flush();
            }
        } catch (IOException e) {
            // The wire is down, which is what it is for.
            return;
        }
    }

    private void backward(Socket server, Socket client, AtomicBoolean losing) {
        byte[] buffer = new byte[1 << 16];
        try (client;
                server) {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (losing.get()) {
                    lost.countDown();
                    return;
                }
                out.write(buffer, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            // The wire is down, which is what it is for.
            return;
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : List.copyOf(sockets)) {
            socket.close();
        }
    }
}
