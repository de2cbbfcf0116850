package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Server;
import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A server is gone from one instruction to the next, and comes back. */
record KillServer(Server server, Duration length) implements Outage {
    @Override
    public String kind() {
        return server.title() + " killed";
    }

    @Override
    public boolean begin(Stage stage) {
        stage.server(server).kill();
        return true;
    }

    @Override
    public void end(Stage stage) {
        stage.server(server).start();
    }
}
