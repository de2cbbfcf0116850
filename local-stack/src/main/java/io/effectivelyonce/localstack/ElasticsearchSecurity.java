package io.effectivelyonce.localstack;

import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/**
 * What a node with Elasticsearch's own security needs.
 *
 * @param configuration a folder whose files become the node's configuration: {@code users}, {@code users_roles} and
 *     {@code roles.yml} of the file realm, and the key and certificate that the node's settings name
 * @param trust trusts that certificate
 */
public record ElasticsearchSecurity(Path configuration, SSLContext trust) {}
