package io.effectivelyonce.outbox.partition;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Austin Appleby's MurmurHash2 of 32 bits under the seed that Kafka's producers use. */
final class Murmur2 {
    private static final int SEED = 0x9747b28c;
    private static final int MULTIPLIER = 0x5bd1e995;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Murmur2() {}

    /** The partition of a key, as Kafka's default partitioner chooses it. */
    static int partition(byte[] key, int partitions) {
        return (hash(key) & Integer.MAX_VALUE) % partitions;
    }

    static int hash(byte[] data) {
        int hash = SEED ^ data.length;
        int whole = data.length & ~3;
        for (int i = 0; i < whole; i += Integer.BYTES) {
            int word = (int) WORDS.get(data, i) * MULTIPLIER;
            hash = hash * MULTIPLIER ^ (word ^ word >>> 24) * MULTIPLIER;
        }
        if (whole < data.length) {
            int rest = 0;
            for (int i = data.length - 1; i >= whole; i--) {
                rest = rest << Byte.SIZE | (data[i] & 0xff);
            }
            hash = (hash ^ rest) * MULTIPLIER;
        }
        hash = (hash ^ hash >>> 13) * MULTIPLIER;
        return hash ^ hash >>> 15;
    }
}
