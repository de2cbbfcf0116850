package io.effectivelyonce.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * A page of Markdown.
 *
 * @param file where it lies
 * @param document what it says
 * @param anchors of its headings
 */
record Page(Path file, Node document, Map<Heading, String> anchors) {
    static Page read(Path file) throws IOException {
        Node document = Markdown.parse(Files.readString(file));
        return new Page(file, document, Markdown.anchors(document));
    }

    /** Its first heading, or its name if it has none. */
    String title() {
        return anchors.keySet().stream()
                .findFirst()
                .map(Markdown::text)
                .orElse(file.getFileName().toString());
    }

    boolean hasAnchor(String anchor) {
        return anchors.containsValue(anchor);
    }

    /** Its links, those of images included. */
    List<Link> links() {
        List<Link> links = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                links.add(link);
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                links.add(new Link(image.getDestination(), image.getTitle()));
            }
        });
        return links;
    }

    /** The file that a link of this page leads to. */
    Path target(Destination destination) {
        return destination.path().isEmpty()
                ? file
                : file.resolveSibling(destination.path()).normalize();
    }
}
