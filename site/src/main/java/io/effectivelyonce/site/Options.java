package io.effectivelyonce.site;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/** The options that a reference page tells, for programs. The pages themselves are made from the definitions in the code. */
final class Options {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Options() {}

    /** An option is a heading of the third level; below it come its facts, divided by dots, and its documentation. */
    static ArrayNode of(Page page) {
        ArrayNode options = JSON.createArrayNode();
        String group = "";
        for (Heading heading : page.anchors().keySet()) {
            if (heading.getLevel() == 2) {
                group = Markdown.text(heading);
            } else if (heading.getLevel() == 3) {
                options.add(option(page, group, heading));
            }
        }
        return options;
    }

    private static ObjectNode option(Page page, String group, Heading heading) {
        ObjectNode option = JSON.createObjectNode();
        option.put("name", Markdown.text(heading));
        option.put("group", group);
        Node facts = heading.getNext();
        if (facts == null || facts instanceof Heading) {
            throw new IllegalArgumentException(page.file() + " says nothing of " + Markdown.text(heading));
        }
        List<String> each = List.of(Markdown.text(facts).split(" · "));
        option.put("type", each.get(0));
        option.put("required", each.contains("required"));
        ArrayNode further = option.putArray("constraints");
        for (String fact : each.subList(1, each.size())) {
            if (fact.startsWith("default ")) {
                String value = fact.substring("default ".length());
                // "none" in plain letters says that there is no value
                option.put("default", hasCode(facts, value) ? value : null);
            } else if (fact.startsWith("importance ")) {
                option.put("importance", fact.substring("importance ".length()));
            } else if (!fact.equals("required")) {
                further.add(fact);
            }
        }
        option.put("documentation", documentation(facts.getNext()));
        return option;
    }

    private static boolean hasCode(Node facts, String text) {
        for (Node part = facts.getFirstChild(); part != null; part = part.getNext()) {
            if (part instanceof Code code && code.getLiteral().equals(text)) {
                return true;
            }
        }
        return false;
    }

    private static String documentation(Node from) {
        StringBuilder text = new StringBuilder();
        for (Node part = from; part != null && !(part instanceof Heading); part = part.getNext()) {
            text.append(text.isEmpty() ? "" : "\n").append(Markdown.text(part));
        }
        return text.toString();
    }
}
