package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitions;

/** Stands in for {@code kafka-topics.sh}, which comes with Kafka's archive and not with its artifacts: as much of it as a page types. */
final class KafkaTopics {
    private KafkaTopics() {}

    /** {@code --bootstrap-server HOST:PORT --alter --topic TOPIC --partitions N} */
    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        assertThat(words).contains("--alter");
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, after(words, "--bootstrap-server")))) {
            int partitions = Integer.parseInt(after(words, "--partitions"));
            admin.createPartitions(Map.of(after(words, "--topic"), NewPartitions.increaseTo(partitions)))
                    .all()
                    .get();
        }
    }

    private static String after(List<String> words, String word) {
        return words.get(words.indexOf(word) + 1);
    }

    /** A folder that holds the command. */
    static Path tool(Checkout checkout) throws IOException {
        Path folder = Files.createDirectories(checkout.target().resolve("tests").resolve("tools"));
        Path script = folder.resolve("kafka-topics.sh");
        Files.writeString(
                script,
                "#!/bin/sh\nexec '%s' -cp '%s' %s \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                KafkaTopics.class.getName()));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }
}
