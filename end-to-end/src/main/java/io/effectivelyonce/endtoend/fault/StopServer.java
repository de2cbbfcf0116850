package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Server;
import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A server ends in order, and comes back. */
record StopServer(Server server, Duration length) implements Outage {
    @Override
    public String kind() {
        return server.title() + " restarted";
    }

    @Override
    public boolean begin(Stage stage) {
        stage.server(server).stop();
        return true;
    }

    @Override
    public void end(Stage stage) {
        stage.server(server).start();
    }
}
