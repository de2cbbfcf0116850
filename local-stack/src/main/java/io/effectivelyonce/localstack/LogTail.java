package io.effectivelyonce.localstack;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log file, for the message of an error. */
final class LogTail {
    private static final int BYTES = 16 * 1024;
    private static final int LINES = 40;

    private LogTail() {}

    static String of(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - BYTES));
            byte[] end = new byte[(int) Math.min(BYTES, file.length() - file.getFilePointer())];
            file.readFully(end);
            List<String> lines = new String(end, StandardCharsets.UTF_8).lines().toList();
            return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        } catch (IOException e) {
            return "(nothing readable: " + e.getMessage() + ")";
        }
    }
}
