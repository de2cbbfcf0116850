/** How requests get to the nodes: credentials, trust, client certificates, headers of the user's own, and a proxy. */
package io.effectivelyonce.elasticsearch.http;
