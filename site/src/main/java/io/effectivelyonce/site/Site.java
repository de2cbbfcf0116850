package io.effectivelyonce.site;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.commonmark.node.Link;

/** Makes the pages of docs/ a site. */
public final class Site {
    private static final String INDEX = "README.md";

    private final Path root;
    private final Path docs;
    private final String repository;
    private final List<Page> pages;

    private Site(Path root, String repository, List<Page> pages) {
        this.root = root;
        this.docs = root.resolve("docs");
        this.repository = repository;
        this.pages = pages;
    }

    /**
     * Writes the site, or says what is wrong.
     *
     * @param arguments the checkout, the folder of the site, and the address of the repository, for links out of docs/
     */
    public static void main(String[] arguments) throws IOException {
        Site site = of(Path.of(arguments[0]), arguments[2]);
        List<String> problems = site.problems();
        if (!problems.isEmpty()) {
            throw new IllegalStateException(
                    "The pages have " + problems.size() + " broken links:\n" + String.join("\n", problems));
        }
        site.write(Path.of(arguments[1]));
    }

    /** The pages of a checkout. */
    static Site of(Path checkout, String repository) throws IOException {
        Path root = checkout.toAbsolutePath().normalize();
        List<Page> pages = new ArrayList<>();
        for (Path file : files(root)) {
            pages.add(Page.read(file));
        }
        return new Site(root, repository, pages);
    }

    /** Those of docs/, and those at the top of the checkout, of a module and of an archive, whose links are checked too. */
    private static List<Path> files(Path root) throws IOException {
        List<Path> folders = new ArrayList<>(List.of(root));
        try (Stream<Path> modules = Files.list(root)) {
            modules.filter(Files::isDirectory).forEach(module -> {
                folders.add(module);
                folders.add(module.resolve("src/main/archive"));
            });
        }
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(Files::isDirectory).forEach(folders::add);
        }
        List<Path> pages = new ArrayList<>();
        for (Path folder :
                folders.stream().distinct().filter(Files::isDirectory).sorted().toList()) {
            try (Stream<Path> files = Files.list(folder)) {
                pages.addAll(files.filter(file -> file.toString().endsWith(".md"))
                        .sorted()
                        .toList());
            }
        }
        return pages;
    }

    List<String> problems() throws IOException {
        Links links = new Links(root, pages);
        List<String> problems = new ArrayList<>(links.broken());
        problems.addAll(links.orphans(docs.resolve(INDEX), docs));
        return problems;
    }

    /** Writes a page of HTML for each page of docs/, and the options beside each page of the reference. */
    void write(Path folder) throws IOException {
        for (Page page : pages) {
            if (page.file().startsWith(docs)) {
                Path file = folder.resolve(html(docs.relativize(page.file()).toString()));
                Files.createDirectories(file.getParent());
                Files.writeString(file, render(page));
            }
            if (page.file().startsWith(docs.resolve("reference"))
                    && !page.file().endsWith(INDEX)) {
                Path file =
                        folder.resolve(docs.relativize(page.file()).toString().replaceFirst("\\.md$", ".json"));
                new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), Options.of(page));
            }
        }
    }

    private String render(Page page) {
        page.links().forEach(link -> link.setDestination(published(page, link)));
        String home = "../".repeat(docs.relativize(page.file()).getNameCount() - 1) + "index.html";
        return Frame.around(page.title(), home, Markdown.html(page.document(), page.anchors()));
    }

    /** Where a link leads once the pages are a site. */
    private String published(Page page, Link link) {
        Destination to = Destination.of(link.getDestination());
        if (to.isOutside()) {
            return link.getDestination();
        }
        String anchor = to.anchor().isEmpty() ? "" : "#" + to.anchor();
        Path target = page.target(to);
        if (target.startsWith(docs) && to.isPage()) {
            return html(to.path()) + anchor;
        }
        return repository + "/blob/main/" + root.relativize(target) + anchor;
    }

    private static String html(String page) {
        return page.replaceFirst("(^|/)README\\.md$", "$1index.html").replaceFirst("\\.md$", ".html");
    }
}
