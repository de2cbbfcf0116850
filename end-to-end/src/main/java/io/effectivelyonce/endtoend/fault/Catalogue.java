package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.Topic;
import io.effectivelyonce.endtoend.stage.Server;
import io.effectivelyonce.endtoend.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Every kind of fault, with what is left to chance about it. */
public final class Catalogue {
    private Catalogue() {}

    /** Draws one fault of a kind. */
    @FunctionalInterface
    public interface Kind {
        /** The next one. */
        Fault draw(Random random);
    }

    /** All kinds. */
    public static List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>(List.of(
                random -> new KillWorker(Draw.worker(random), Draw.seconds(random, 0, 4)),
                random -> new StopWorker(Draw.worker(random), Draw.seconds(random, 0, 4)),
                random -> new Zombie(Draw.worker(random), Draw.seconds(random, 5, 8)),
                random -> new RestartConnector(Draw.role(random)),
                random -> new PauseConnector(Draw.role(random), Draw.moment(random)),
                random -> new Reconfigure(Draw.role(random), 1 + random.nextInt(300)),
                random -> new ChangeTaskCount(Draw.role(random), 1 + random.nextInt(Stage.PARTITIONS)),
                random -> new RecreateConnector(Draw.role(random), Draw.moment(random)),
                random -> new RenameConnector(Draw.role(random)),
                random -> new SecondOwner(Draw.role(random), Draw.moment(random)),
                random -> new ResetToBeginning(Draw.role(random)),
                random -> new ResetToRandomPoint(Draw.role(random), random.nextInt(100)),
                random -> new ResetOnePartition(Draw.role(random), Draw.partition(random)),
                random -> new Republish(topic(random), some(random), random.nextLong()),
                random -> new RepublishElsewhere(topic(random), some(random), random.nextLong()),
                random -> new RepublishReversed(topic(random), some(random), random.nextLong()),
                random -> new PublishPoison(random.nextLong()),
                random -> new LoseCommitAnswers(1 + random.nextInt(5)),
                random -> new CutConnections(1 + random.nextInt(5)),
                random -> new LoseBulkAnswers(1 + random.nextInt(5)),
                random -> new MoveIndex(),
                Catalogue::meanwhile));
        for (Server server : Server.values()) {
            kinds.add(random -> new KillServer(server, Draw.moment(random)));
            kinds.add(random -> new StopServer(server, Draw.moment(random)));
            kinds.add(random -> new FreezeServer(server, Draw.seconds(random, 1, 7)));
        }
        kinds.add(random -> new ShutDownImmediately(Draw.moment(random)));
        kinds.add(random -> new TooManyRequests(Draw.seconds(random, 1, 4)));
        return List.copyOf(kinds);
    }

    /** An outage of one of the targets, and something else in the middle of it. */
    private static Fault meanwhile(Random random) {
        List<Kind> outages = List.of(
                one -> new KillServer(Server.BUSINESS_DATABASE, Draw.moment(one)),
                one -> new FreezeServer(Server.BUSINESS_DATABASE, Draw.seconds(one, 1, 4)),
                one -> new KillServer(Server.SEARCH, Draw.moment(one)),
                one -> new TooManyRequests(Draw.moment(one)));
        List<Kind> others = List.of(
                one -> new KillWorker(Draw.worker(one), Draw.moment(one)),
                one -> new StopWorker(Draw.worker(one), Draw.moment(one)),
                one -> new PublishPoison(one.nextLong()),
                one -> new RepublishReversed(topic(one), some(one), one.nextLong()),
                one -> new RestartConnector(Draw.role(one)));
        return new Meanwhile(
                (Outage) outages.get(random.nextInt(outages.size())).draw(random),
                others.get(random.nextInt(others.size())).draw(random));
    }

    private static Topic topic(Random random) {
        return random.nextBoolean() ? Topic.ORDERS : Topic.PRODUCTS;
    }

    private static int some(Random random) {
        return 10 + random.nextInt(200);
    }
}
