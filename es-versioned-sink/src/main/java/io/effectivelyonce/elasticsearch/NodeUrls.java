package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.http.SecurityOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Accepts addresses of nodes. Never repeats one in a message: it might hold a password. */
final class NodeUrls implements ConfigDef.Validator {

    @Override
    public void ensureValid(String name, Object value) {
        List<?> urls = (List<?>) value;
        if (urls == null) {
            return; // that it is missing is found by itself
        }
        if (urls.isEmpty()) {
            throw new ConfigException(name + " must name at least one node, as in http://search-1:9200");
        }
        for (int i = 0; i < urls.size(); i++) {
            demand(name + ", address " + (i + 1), (String) urls.get(i));
        }
    }

    /** Whether addresses hold what looks like credentials, and so must not be shown. */
    static boolean holdCredentials(String urls) {
        return urls != null && urls.indexOf('@') >= 0;
    }

    private static void demand(String where, String url) {
        if (holdCredentials(url)) {
            throw new ConfigException(
                    where + " holds credentials, which would be shown wherever the configuration is; use "
                            + SecurityOptions.USERNAME + " and " + SecurityOptions.PASSWORD);
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new ConfigException(where + " is no URL; expected something like http://search-1:9200");
        }
        if (!("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
                || uri.getHost() == null) {
            throw new ConfigException(
                    where + " must start with http:// or https:// and name a host, as in http://search-1:9200");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65_535) {
            throw new ConfigException(where + " has a port that doesn't exist; ports go from 1 to 65535");
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new ConfigException(where + " must not have a query or a fragment");
        }
    }

    /** The nodes, without a slash at the end. */
    static List<URI> parse(List<String> urls) {
        return urls.stream().map(url -> URI.create(url.replaceAll("/+$", ""))).toList();
    }

    @Override
    public String toString() {
        return "URLs of nodes, without credentials";
    }
}
