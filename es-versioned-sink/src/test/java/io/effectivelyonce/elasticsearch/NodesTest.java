package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodesTest {
    private final URI a = URI.create("http://a:9200");
    private final URI b = URI.create("http://b:9200");
    private final URI c = URI.create("http://c:9200");
    private final Nodes nodes = new Nodes(List.of(a, b, c));

    @Test
    void eachNodeIsAskedInTurn() {
        assertThat(nodes.inOrder()).containsExactly(a, b, c);
        assertThat(nodes.inOrder()).containsExactly(b, c, a);
        assertThat(nodes.inOrder()).containsExactly(c, a, b);
        assertThat(nodes.inOrder()).containsExactly(a, b, c);
    }

    @Test
    void aNodeThatCouldNotBeReachedIsAskedLastUntilItAnswers() {
        nodes.unreachable(a);
        assertThat(nodes.inOrder()).containsExactly(b, c, a);
        assertThat(nodes.inOrder()).containsExactly(b, c, a);
        nodes.reachable(a);
        assertThat(nodes.inOrder()).containsExactly(c, a, b);
    }
}
