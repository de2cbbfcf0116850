package io.effectivelyonce.elasticsearch.http;

import io.effectivelyonce.spine.config.OptionGroup;
import io.effectivelyonce.spine.config.Words;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The options of credentials, TLS and proxies. Confluent's names where they exist; its TLS keys are Kafka's under a prefix. */
public final class SecurityOptions {
    public static final String USERNAME = "connection.username";
    public static final String PASSWORD = "connection.password";
    public static final String API_KEY = "connection.api.key";
    static final String BEARER = "connection.bearer.token";

    /** What follows is the name of a header: {@code connection.header.X-Tenant=shop}. */
    public static final String HEADER_PREFIX = "connection.header.";

    static final String PROTOCOL = "elastic.security.protocol";
    static final String FINGERPRINT = "elastic.https.ca.fingerprint";
    static final String TRUSTSTORE = "elastic.https.ssl.truststore.location";
    static final String TRUSTSTORE_PASSWORD = "elastic.https.ssl.truststore.password";
    static final String TRUSTSTORE_TYPE = "elastic.https.ssl.truststore.type";
    static final String TRUSTED_PEM = "elastic.https.ssl.truststore.certificates";
    static final String KEYSTORE = "elastic.https.ssl.keystore.location";
    static final String KEYSTORE_PASSWORD = "elastic.https.ssl.keystore.password";
    static final String KEYSTORE_TYPE = "elastic.https.ssl.keystore.type";
    static final String KEY_PASSWORD = "elastic.https.ssl.key.password";
    static final String CHAIN_PEM = "elastic.https.ssl.keystore.certificate.chain";
    static final String KEY_PEM = "elastic.https.ssl.keystore.key";
    static final String HOST_CHECK = "elastic.https.ssl.endpoint.identification.algorithm";
    static final String PROTOCOLS = "elastic.https.ssl.enabled.protocols";
    static final String CIPHERS = "elastic.https.ssl.cipher.suites";

    static final String PROXY_HOST = "proxy.host";
    static final String PROXY_PORT = "proxy.port";
    static final String PROXY_USERNAME = "proxy.username";
    static final String PROXY_PASSWORD = "proxy.password";

    private SecurityOptions() {}

    /** Adds the options of this package. */
    public static void addTo(ConfigDef definitions) {
        credentials(new OptionGroup(definitions, "Credentials"));
        tls(new OptionGroup(definitions, "TLS"));
        proxy(new OptionGroup(definitions, "Proxy"));
    }

    private static void credentials(OptionGroup group) {
        group.add(
                        USERNAME,
                        ConfigDef.Type.STRING,
                        "",
                        null,
                        Importance.MEDIUM,
                        "The user for basic authentication. Needs write and view_index_metadata on the indices, and create_index"
                                + " where the sink is to create them. With manage instead of write it can also note the"
                                + " version source on indices that it didn't create, where write doesn't include that.")
                .add(
                        PASSWORD,
                        ConfigDef.Type.PASSWORD,
                        "",
                        null,
                        Importance.MEDIUM,
                        "The password of connection.username. Let it come from a config provider.")
                .add(
                        API_KEY,
                        ConfigDef.Type.PASSWORD,
                        "",
                        new HeaderText(),
                        Importance.MEDIUM,
                        "The encoded form of an Elasticsearch API key (base64 of id:key), instead of a user and password.")
                .add(
                        BEARER,
                        ConfigDef.Type.PASSWORD,
                        "",
                        new HeaderText(),
                        Importance.LOW,
                        "A bearer token (a service account's, or one of OpenSearch with JWT), instead of a user and password."
                                + " It is read when the task starts: one that expires means a restart.");
    }

    private static void tls(OptionGroup group) {
        group.add(
                        PROTOCOL,
                        ConfigDef.Type.STRING,
                        "PLAINTEXT",
                        Words.of("PLAINTEXT", "SSL"),
                        Importance.LOW,
                        "Confluent's switch for TLS. Here https in connection.url means TLS and nothing else does; SSL is"
                                + " refused beside an address that begins with http:.")
                .add(
                        FINGERPRINT,
                        ConfigDef.Type.STRING,
                        "",
                        new FingerprintValidator(),
                        Importance.MEDIUM,
                        "The SHA-256 fingerprint of the certificate authority (Elasticsearch prints it at its first start), in"
                                + " hexadecimal digits with or without colons. Only chains that end in a certificate with it"
                                + " are trusted; the server must send that certificate along. Instead of a trust store.")
                .add(
                        TRUSTED_PEM,
                        ConfigDef.Type.PASSWORD,
                        "",
                        null,
                        Importance.MEDIUM,
                        "The trusted certificates themselves, in PEM, one after the other. Instead of a file.")
                .add(
                        TRUSTSTORE,
                        ConfigDef.Type.STRING,
                        "",
                        null,
                        Importance.MEDIUM,
                        "The file of trusted certificates, on every worker. Without any of the three the JVM's own"
                                + " authorities are trusted.")
                .add(
                        TRUSTSTORE_PASSWORD,
                        ConfigDef.Type.PASSWORD,
                        "",
                        null,
                        Importance.LOW,
                        "The password of the trust store; a PEM file has none.")
                .add(
                        TRUSTSTORE_TYPE,
                        ConfigDef.Type.STRING,
                        "JKS",
                        StoreType.VALIDATOR,
                        Importance.LOW,
                        "JKS (reads PKCS12 as well), PKCS12 or PEM.")
                .add(
                        KEYSTORE,
                        ConfigDef.Type.STRING,
                        "",
                        null,
                        Importance.LOW,
                        "The file with the client's own key and certificate, where the server asks for one.")
                .add(
                        KEYSTORE_PASSWORD,
                        ConfigDef.Type.PASSWORD,
                        "",
                        null,
                        Importance.LOW,
                        "The password of the key store; a PEM file has none.")
                .add(
                        KEYSTORE_TYPE,
                        ConfigDef.Type.STRING,
                        "JKS",
                        StoreType.VALIDATOR,
                        Importance.LOW,
                        "JKS (reads PKCS12 as well), PKCS12, or PEM: one file with the key and its certificates.")
                .add(
                        KEY_PASSWORD,
                        ConfigDef.Type.PASSWORD,
                        "",
                        null,
                        Importance.LOW,
                        "The password of the client's key: in a store the store's own unless set, in PEM that of an"
                                + " ENCRYPTED PRIVATE KEY.")
                .add(
                        CHAIN_PEM,
                        ConfigDef.Type.PASSWORD,
                        "",
                        null,
                        Importance.LOW,
                        "The client's certificate and those it is signed by, in PEM. Instead of a file, together with"
                                + " elastic.https.ssl.keystore.key.")
                .add(
                        KEY_PEM,
                        ConfigDef.Type.PASSWORD,
                        "",
                        null,
                        Importance.LOW,
                        "The client's key in PEM (PKCS #8). Let it come from a config provider.")
                .add(
                        HOST_CHECK,
                        ConfigDef.Type.STRING,
                        "https",
                        Words.of("https", ""),
                        Importance.LOW,
                        "https: the certificate must be the host's. Empty: it may be that of another host, as long as it is"
                                + " trusted.")
                .add(
                        PROTOCOLS,
                        ConfigDef.Type.LIST,
                        "",
                        null,
                        Importance.LOW,
                        "The TLS versions to offer, as in TLSv1.3,TLSv1.2. Empty: those of the JVM.")
                .add(
                        CIPHERS,
                        ConfigDef.Type.LIST,
                        "",
                        null,
                        Importance.LOW,
                        "The cipher suites to offer. Empty: those of the JVM.");
    }

    private static void proxy(OptionGroup group) {
        group.add(
                        PROXY_HOST,
                        ConfigDef.Type.STRING,
                        "",
                        null,
                        Importance.LOW,
                        "The host of an HTTP proxy that all requests go through. Empty: the proxy of the JVM"
                                + " (https.proxyHost and its like), if it has one.")
                .add(
                        PROXY_PORT,
                        ConfigDef.Type.INT,
                        8080,
                        Range.between(1, 65_535),
                        Importance.LOW,
                        "The port of the proxy.")
                .add(
                        PROXY_USERNAME,
                        ConfigDef.Type.STRING,
                        "",
                        null,
                        Importance.LOW,
                        "The user for the proxy (basic authentication). For https nodes the worker's JVM must be started with"
                                + " -Djdk.http.auth.tunneling.disabledSchemes= (empty): it won't send such a password otherwise.")
                .add(
                        PROXY_PASSWORD,
                        ConfigDef.Type.PASSWORD,
                        "",
                        null,
                        Importance.LOW,
                        "The password of proxy.username.");
    }
}
