package io.effectivelyonce.elasticsearch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * What is posted.
 *
 * @param bytes as they go over the wire; not copied
 * @param encoding how they are encoded, as HTTP calls it
 * @param plainLength how many bytes it is decoded
 */
// the array is neither compared nor shown, and copying megabytes for each request would be a waste
@SuppressWarnings("ArrayRecordComponent")
record Body(byte[] bytes, Optional<String> encoding, int plainLength) {

    static Body plain(byte[] bytes) {
        return new Body(bytes, Optional.empty(), bytes.length);
    }

    static Body compressed(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(bytes.length / 4 + 64);
        try (OutputStream gzip = new GZIPOutputStream(compressed, 8192)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return new Body(compressed.toByteArray(), Optional.of("gzip"), bytes.length);
    }
}
