package io.effectivelyonce.benchmarks.es;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.IntPredicate;

/**
 * The limit: requests that were written before the clock starts, so many at a time, no Kafka.
 *
 * @param which the numbers of the documents that are written
 */
record PreparedBulks(String name, int documents, int batch, int inFlight, long version, IntPredicate which)
        implements Contestant {
    @Override
    public double run(Ground ground, int round) throws Exception {
        ground.clear();
        return write(ground);
    }

    double write(Ground ground) throws InterruptedException {
        List<byte[]> bulks = bulks();
        Semaphore room = new Semaphore(inFlight);
        List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
        long start = System.nanoTime();
        for (byte[] bulk : bulks) {
            room.acquire();
            answers.add(ground.bulk(bulk).whenComplete((answer, failure) -> room.release()));
        }
        for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
            if (answer.join().statusCode() != 200) {
                throw new IllegalStateException(
                        name + ": status " + answer.join().statusCode());
            }
        }
        return documents * 1e9 / (System.nanoTime() - start);
    }

    private List<byte[]> bulks() {
        List<byte[]> bulks = new ArrayList<>();
        StringBuilder lines = new StringBuilder();
        int inBulk = 0;
        for (int i = 0; i < documents; i++) {
            if (which.test(i)) {
                lines.append(Products.lines(i, version));
                inBulk++;
            }
            if (inBulk > 0 && (inBulk == batch || i == documents - 1)) {
                bulks.add(lines.toString().getBytes(StandardCharsets.UTF_8));
                lines.setLength(0);
                inBulk = 0;
            }
        }
        return bulks;
    }
}
