package io.effectivelyonce.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.Link;

/** What is wrong with the links between pages. Addresses outside are not visited: the build needs no network. */
final class Links {
    private final Path root;
    private final Map<Path, Page> pages = new LinkedHashMap<>();

    Links(Path root, List<Page> all) {
        this.root = root;
        all.forEach(page -> pages.put(page.file(), page));
    }

    /** Each broken link, named by its page. */
    List<String> broken() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Page page : pages.values()) {
            for (Link link : page.links()) {
                String problem = problem(page, Destination.of(link.getDestination()));
                if (!problem.isEmpty()) {
                    broken.add(root.relativize(page.file()) + ": " + link.getDestination() + " " + problem);
                }
            }
        }
        return broken;
    }

    private String problem(Page page, Destination to) throws IOException {
        if (to.isOutside()) {
            return to.path().startsWith("https://") || to.path().startsWith("http://localhost")
                    ? ""
                    : "is no https address";
        }
        Path target = page.target(to);
        if (!target.startsWith(root) || !Files.exists(target)) {
            return "leads to no file";
        }
        if (to.anchor().isEmpty() || !to.isPage()) {
            return "";
        }
        Page there = pages.containsKey(target) ? pages.get(target) : Page.read(target);
        return there.hasAnchor(to.anchor()) ? "" : "leads to no heading";
    }

    /** The pages below a folder to which no way leads from a page. */
    List<String> orphans(Path start, Path below) {
        Set<Path> found = new HashSet<>(Set.of(start));
        Deque<Path> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            Page page = pages.get(open.pop());
            for (Link link : page.links()) {
                Path target = page.target(Destination.of(link.getDestination()));
                if (pages.containsKey(target) && found.add(target)) {
                    open.push(target);
                }
            }
        }
        return pages.keySet().stream()
                .filter(page -> page.startsWith(below) && !found.contains(page))
                .map(page -> root.relativize(page) + ": no page leads here")
                .toList();
    }
}
