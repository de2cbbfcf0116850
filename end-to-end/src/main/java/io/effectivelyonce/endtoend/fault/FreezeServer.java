package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Server;
import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A server stands still: it accepts connections and answers nobody, and then goes on with what it was asked long ago. */
record FreezeServer(Server server, Duration length) implements Outage {
    @Override
    public String kind() {
        return server.title() + " frozen";
    }

    @Override
    public boolean begin(Stage stage) {
        stage.server(server).freeze();
        return true;
    }

    @Override
    public void end(Stage stage) {
        stage.server(server).thaw();
    }
}
