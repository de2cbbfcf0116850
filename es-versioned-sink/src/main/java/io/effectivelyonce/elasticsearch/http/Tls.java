package io.effectivelyonce.elasticsearch.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.kafka.common.config.AbstractConfig;

/** What connections are encrypted with, whom they trust, and with which key the client shows who it is. */
record Tls(SSLContext context, SSLParameters parameters) {

    /** Reads files and makes everything that can be made before there is a connection. */
    static Tls of(AbstractConfig values) throws BadOption {
        Stores stores = new Stores(values);
        X509ExtendedTrustManager trust = trust(values, stores);
        if (values.getString(SecurityOptions.HOST_CHECK).isEmpty()) {
            trust = new AnyHost(trust);
        }
        Optional<Stores.Keys> own = stores.own();
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.isPresent() ? managers(own.get()) : null, new TrustManager[] {trust}, null);
            return new Tls(context, parameters(values, context));
        } catch (GeneralSecurityException e) {
            throw new BadOption(
                    SecurityOptions.KEYSTORE,
                    "holds a key that can't be used (" + e.getClass().getSimpleName() + "); is "
                            + SecurityOptions.KEY_PASSWORD + " right?");
        }
    }

    private static X509ExtendedTrustManager trust(AbstractConfig values, Stores stores) throws BadOption {
        String fingerprint = values.getString(SecurityOptions.FINGERPRINT);
        if (!fingerprint.isEmpty()) {
            return new PinnedAuthority(FingerprintValidator.parse(fingerprint));
        }
        try {
            return trusting(stores.trusted().orElse(null)); // null: the JVM's own
        } catch (GeneralSecurityException e) {
            throw new BadOption(SecurityOptions.TRUSTSTORE, "holds no certificate that can be trusted");
        }
    }

    static X509ExtendedTrustManager trusting(X509Certificate authority) throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        store.setCertificateEntry("authority", authority);
        return trusting(store);
    }

    private static X509ExtendedTrustManager trusting(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager extended) {
                return extended;
            }
        }
        throw new GeneralSecurityException("the JVM has no trust manager for X.509");
    }

    private static KeyManager[] managers(Stores.Keys own) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(own.store(), own.password().toCharArray());
        return factory.getKeyManagers();
    }

    private static SSLParameters parameters(AbstractConfig values, SSLContext context) throws BadOption {
        SSLParameters parameters = context.getDefaultSSLParameters();
        choice(
                        values,
                        SecurityOptions.PROTOCOLS,
                        context.getSupportedSSLParameters().getProtocols())
                .ifPresent(parameters::setProtocols);
        choice(
                        values,
                        SecurityOptions.CIPHERS,
                        context.getSupportedSSLParameters().getCipherSuites())
                .ifPresent(parameters::setCipherSuites);
        return parameters;
    }

    private static Optional<String[]> choice(AbstractConfig values, String option, String[] supported)
            throws BadOption {
        List<String> chosen = values.getList(option);
        if (!List.of(supported).containsAll(chosen)) {
            throw new BadOption(option, "names something that this JVM doesn't have; it has " + List.of(supported));
        }
        return chosen.isEmpty() ? Optional.empty() : Optional.of(chosen.toArray(new String[0]));
    }
}
