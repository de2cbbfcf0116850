package io.effectivelyonce.elasticsearch;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads the body of an answer into memory, unless it turns out to be longer than it can rightly be. */
final class BoundedBody implements BodySubscriber<byte[]> {
    private final BodySubscriber<byte[]> body = BodySubscribers.ofByteArray();
    private final long atMost;
    private long bytes;
    private boolean over;
    private Flow.Subscription subscription;

    BoundedBody(long atMost) {
        this.atMost = atMost;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        body.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        bytes += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
        if (over) {
            return;
        }
        if (bytes > atMost) {
            over = true;
            subscription.cancel();
            body.onError(new IOException("the answer is longer than " + atMost + " bytes"));
        } else {
            body.onNext(buffers);
        }
    }

    @Override
    public void onError(Throwable why) {
        if (!over) {
            body.onError(why);
        }
    }

    @Override
    public void onComplete() {
        if (!over) {
            body.onComplete();
        }
    }
}
