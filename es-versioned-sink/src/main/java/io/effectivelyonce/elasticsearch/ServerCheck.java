package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.Answer.Loss;
import io.effectivelyonce.elasticsearch.http.Connection;
import io.effectivelyonce.elasticsearch.index.IndexCheck;
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
    private final Connection connection;

    ServerCheck(ElasticsearchSinkConfig config) {
        this.config = config;
        this.connection = config.connection();
    }

    /** The problems found, each on the key that causes it. */
    Map<String, String> problems(List<String> topics) {
        Transport transport = new Transport(config.nodes(), connection, ONE_QUESTION, ONE_QUESTION);
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
            return lost.loss() == Loss.UNTRUSTED
                    ? Map.of(connection.trustKey(), BulkApi.untrusted(lost, connection))
                    : unreachable(lost.node() + ": " + lost.why());
        }
        Answer.Answered answered = (Answer.Answered) answer;
        if (answered.status() == 401) {
            return Map.of(
                    connection.credentialsKey(),
                    answered.node() + " refuses the credentials, or wants some where there are none");
        }
        if (answered.status() == 407) {
            return Map.of("proxy.username", "the proxy refuses the credentials, or wants some where there are none");
        }
        if (isStranger(answered)) {
            return Map.of(
                    ConnectionOptions.URL,
                    answered.node() + " is no node of Elasticsearch or OpenSearch, by its answer with status "
                            + answered.status() + "; check the address, and the path that a proxy may want");
        }
        return targets(transport, topics);
    }

    private Map<String, String> targets(Transport transport, List<String> topics) throws InterruptedException {
        List<String> indices = indices(topics);
        IndexCheck check = new IndexCheck(
                new ServerQuestions(transport, connection), config.indexRules(), connection.credentialsKey());
        Map<String, String> problems = new TreeMap<>();
        for (String index : indices) {
            check.problems(index).forEach(problems::putIfAbsent);
        }
        if (!problems.containsKey(connection.credentialsKey()) && connection.hasCredentials()) {
            check.missingPrivileges(indices).ifPresent(why -> problems.put(connection.credentialsKey(), why));
        }
        missingPipeline(transport).ifPresent(why -> problems.put(DocumentOptions.PIPELINE, why));
        return problems;
    }

    /** The indices that are known before there is a record. */
    private List<String> indices(List<String> topics) {
        IndexName format = config.index();
        return topics.stream()
                .flatMap(topic -> format.forTopic(topic).stream())
                .distinct()
                .toList();
    }

    private Optional<String> missingPipeline(Transport transport) throws InterruptedException {
        if (config.pipeline().isEmpty()) {
            return Optional.empty();
        }
        String name = config.pipeline().get();
        Answer answer = transport.get("/_ingest/pipeline/"
                + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"));
        return answer instanceof Answer.Answered answered && answered.status() == 404
                ? Optional.of("there is no ingest pipeline '" + name + "' in the cluster; create it first")
                : Optional.empty(); // also where the user may not look at pipelines
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

    private static Map<String, String> unreachable(String why) {
        return Map.of(
                ConnectionOptions.URL,
                "can't be reached: " + why + ". To register the connector before the server exists set "
                        + ConnectionOptions.VALIDATE + "=false");
    }
}
