package io.effectivelyonce.localstack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that are free now and stay free while their part is down. They lie below the range from which the kernel serves outgoing
 * connections: from inside it, a client that keeps calling a part that is down would sooner or later be given the part's own port.
 */
final class Ports {
    private static final int FIRST = 10_000;
    private static final int END = 32_000;
    private static final int TRIES = 1_000;
    private static final Set<Integer> GIVEN = new HashSet<>();

    private Ports() {}

    static synchronized int free() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (!GIVEN.contains(port) && isFree(port)) {
                GIVEN.add(port);
                return port;
            }
        }
        throw new IllegalStateException("No free port found between " + FIRST + " and " + END);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(false);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
