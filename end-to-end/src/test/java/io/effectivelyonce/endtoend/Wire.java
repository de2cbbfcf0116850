package io.effectivelyonce.endtoend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A wire to a server that can be cut and mended: for those at its other end the server is gone meanwhile. */
final class Wire implements AutoCloseable {
    private final int target;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private ServerSocket listening;

    Wire(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.port = listening.getLocalPort();
        accept(listening);
    }

    int port() {
        return port;
    }

    void cut() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    void mend() throws IOException {
        ServerSocket again = new ServerSocket();
        again.setReuseAddress(true);
        again.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        listening = again;
        accept(again);
    }

    private void accept(ServerSocket on) {
        daemon(() -> {
            while (true) {
                Socket client = on.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                daemon(() -> forward(client, server));
                daemon(() -> forward(server, client));
            }
        });
    }

    private static void forward(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        }
    }

    /** Work that ends with the sockets it works on. */
    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The wire is cut, which is what it is for.
                        return;
                    }
                },
                "wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}
