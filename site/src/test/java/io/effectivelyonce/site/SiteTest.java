package io.effectivelyonce.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {
    private static final String REPOSITORY = "https://example.com/house";

    @TempDir
    private Path checkout;

    private void page(String name, String text) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Site site() throws IOException {
        return Site.of(checkout, REPOSITORY);
    }

    @Test
    void thePagesOfThisCheckoutHaveNoBrokenLinkAndNoneIsOutOfReach() throws IOException {
        assertThat(Site.of(Path.of(System.getProperty("house.root")), REPOSITORY)
                        .problems())
                .isEmpty();
    }

    @Test
    void aLinkToNoFileIsFoundAlsoOnPagesBesideTheDocumentation() throws IOException {
        page("docs/README.md", "# Home\n[gone](gone.md)");
        page("README.md", "[gone](docs/gone.md)");

        assertThat(site().problems())
                .containsExactlyInAnyOrder(
                        "docs/README.md: gone.md leads to no file", "README.md: docs/gone.md leads to no file");
    }

    @Test
    void aLinkToNoHeadingIsFound() throws IOException {
        page("docs/README.md", "# Home\n[there](a.md#what-is-it) [not there](a.md#what-was-it) [here](#home)");
        page("docs/a.md", "# A\n## What is `it`?");

        assertThat(site().problems()).containsExactly("docs/README.md: a.md#what-was-it leads to no heading");
    }

    @Test
    void aPageToWhichNoWayLeadsIsFound() throws IOException {
        page("docs/README.md", "# Home\n[a](deep/a.md)");
        page("docs/deep/a.md", "# A\n[b](../b.md)");
        page("docs/b.md", "# B");
        page("docs/c.md", "# C\n[home](README.md)");

        assertThat(site().problems()).containsExactly("docs/c.md: no page leads here");
    }

    @Test
    void anUnprotectedAddressIsFound() throws IOException {
        page("docs/README.md", "# Home\n[bad](http://example.com) [good](https://example.com)");

        assertThat(site().problems()).containsExactly("docs/README.md: http://example.com is no https address");
    }

    @Test
    void linksOfTheSiteLeadToItsPagesOrToTheRepository() throws IOException {
        page("docs/README.md", "# Home\n[a](deep/a.md#a) [code](../pom.xml)");
        page("docs/deep/a.md", "# A\n\n| x |\n| --- |\n| y |\n\n[home](../README.md)");
        page("pom.xml", "<project/>");

        Path folder = checkout.resolve("site");
        site().write(folder);

        assertThat(folder.resolve("index.html"))
                .content()
                .contains("href=\"deep/a.html#a\"", "href=\"" + REPOSITORY + "/blob/main/pom.xml\"");
        assertThat(folder.resolve("deep/a.html"))
                .content()
                .contains("<h1 id=\"a\">", "<td>y</td>", "href=\"../index.html\"");
    }

    @Test
    void thePagesOfTheReferenceAreThereForProgramsToo() throws IOException {
        page("docs/README.md", "# Home\n[r](reference/sink.md)");
        page("docs/reference/sink.md", """
                # Options

                ## Database

                ### `url`

                string · required · importance high

                Where it is.

                ### `mode`

                string · default `table` · one of [table, none] · importance low

                How.

                ### `user`

                string · default none · importance high

                Who.
                """);

        site().write(checkout.resolve("site"));

        JsonNode options = new ObjectMapper()
                .readTree(checkout.resolve("site/reference/sink.json").toFile());
        assertThat(options).hasSize(3);
        assertThat(options.get(0).path("name").asText()).isEqualTo("url");
        assertThat(options.get(0).path("required").asBoolean()).isTrue();
        assertThat(options.get(1).path("group").asText()).isEqualTo("Database");
        assertThat(options.get(1).path("default").asText()).isEqualTo("table");
        assertThat(options.get(1).path("constraints").get(0).asText()).isEqualTo("one of [table, none]");
        assertThat(options.get(1).path("documentation").asText()).isEqualTo("How.");
        assertThat(options.get(2).path("default").isNull()).isTrue();
    }
}
