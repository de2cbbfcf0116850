package io.effectivelyonce.site;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Markdown with tables, and the anchors of its headings as GitHub makes them: the pages are read there too. */
final class Markdown {
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    private Markdown() {}

    static Node parse(String text) {
        return Parser.builder().extensions(EXTENSIONS).build().parse(text);
    }

    static String html(Node document, Map<Heading, String> anchors) {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Heading heading) {
                        attributes.put("id", anchors.get(heading));
                    }
                })
                .build()
                .render(document);
    }

    /** The anchor of each heading, in their order. */
    static Map<Heading, String> anchors(Node document) {
        Map<Heading, String> anchors = new LinkedHashMap<>();
        Map<String, Integer> used = new HashMap<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String plain = text(heading)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int before = used.merge(plain, 1, Integer::sum) - 1;
                anchors.put(heading, before == 0 ? plain : plain + "-" + before);
            }
        });
        return anchors;
    }

    /** What a reader sees of a node. */
    static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak line) {
                text.append(' ');
            }

            @Override
            public void visit(HardLineBreak line) {
                text.append(' ');
            }
        });
        return text.toString();
    }
}
