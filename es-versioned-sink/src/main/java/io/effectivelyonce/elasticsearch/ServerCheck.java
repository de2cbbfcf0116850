package io.effectivelyonce.elasticsearch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks the real server whether the configuration can work, for ten seconds at most. */
final class ServerCheck {
    private static final Duration ONE_QUESTION = Duration.ofSeconds(3);
    private static final Duration ALL_QUESTIONS = Duration.ofSeconds(9);

    private final ElasticsearchSinkConfig config;

    ServerCheck(ElasticsearchSinkConfig config) {
        this.config = config;
    }

    /** The problems found, each on the key that causes it. */
    Map<String, String> problems(List<String> topics) {
        Transport transport = new Transport(config.nodes(), config.authorization(), ONE_QUESTION, ONE_QUESTION);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<Map<String, String>> answer = thread.submit(() -> ask(transport, topics));
        try {
            return answer.get(ALL_QUESTIONS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return unreachable("no answer within " + ALL_QUESTIONS.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unreachable("interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("the check of the server has failed, which is a defect of this plugin", e);
        } finally {
            thread.shutdownNow();
            transport.close();
        }
    }

    private Map<String, String> ask(Transport transport, List<String> topics) throws InterruptedException {
        Answer answer = transport.get("/");
        if (answer instanceof Answer.Unanswered lost) {
            return unreachable(lost.node() + ": " + lost.why());
        }
        Answer.Answered answered = (Answer.Answered) answer;
        if (answered.status() == 401) {
            return Map.of(
                    config.credentialsKey(),
                    answered.node() + " refuses the credentials, or wants some where there are none");
        }
        if (isStranger(answered)) {
            return Map.of(
                    Options.URL,
                    answered.node() + " is no node of Elasticsearch or OpenSearch, by its answer with status "
                            + answered.status() + "; check the address, and the path that a proxy may want");
        }
        Map<String, String> problems = new TreeMap<>();
        IndexName format = config.index();
        for (String topic : topics) {
            Optional<String> index = format.forTopic(topic);
            if (index.isPresent()) {
                trap(transport, index.get()).ifPresent(why -> problems.put(Options.INDEX, why));
            }
        }
        return problems;
    }

    /** A node tells its version number, unless it won't talk to strangers itself. */
    private static boolean isStranger(Answer.Answered answered) {
        return answered.status() == 404
                || (answered.status() == 200 && !text(answered).contains("\"number\""));
    }

    private static String text(Answer.Answered answered) {
        try (InputStream body = answered.body()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the answer lies in memory", e);
        }
    }

    /** Names under which a version would not guard a document. A server that won't tell is let pass. */
    private static Optional<String> trap(Transport transport, String index) throws InterruptedException {
        Answer answer = transport.get("/_resolve/index/" + URLEncoder.encode(index, StandardCharsets.UTF_8));
        if (!(answer instanceof Answer.Answered answered) || answered.status() != 200) {
            return Optional.empty();
        }
        try {
            ResolvedIndex resolved = ResolvedIndex.parse(answered.body());
            if (resolved.dataStream()) {
                return Optional.of("'" + index
                        + "' is a data stream, which takes no writes under a version; name an index instead");
            }
            if (resolved.aliased() > 1) {
                return Optional.of("'" + index + "' is an alias of " + resolved.aliased()
                        + " indices, and a version guards a document within one index only; name one index instead");
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static Map<String, String> unreachable(String why) {
        return Map.of(
                Options.URL,
                "can't be reached: " + why + ". To register the connector before the server exists set "
                        + Options.VALIDATE + "=false");
    }
}
