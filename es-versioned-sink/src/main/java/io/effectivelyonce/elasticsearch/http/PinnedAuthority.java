package io.effectivelyonce.elasticsearch.http;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts chains that a certificate with a known fingerprint vouches for: that certificate, once it is seen, is the only
 * authority, and the rest (signatures, dates, the host) is checked against it as usual.
 */
final class PinnedAuthority extends X509ExtendedTrustManager {
    private final byte[] sha256;

    PinnedAuthority(byte[] sha256) {
        this.sha256 = sha256.clone();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        authority(chain).checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        authority(chain).checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        authority(chain).checkServerTrusted(chain, authType);
    }

    private X509ExtendedTrustManager authority(X509Certificate[] chain) throws CertificateException {
        try {
            for (X509Certificate certificate : chain) {
                byte[] seen = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
                if (MessageDigest.isEqual(sha256, seen)) {
                    return Tls.trusting(certificate);
                }
            }
        } catch (GeneralSecurityException e) {
            throw new CertificateException("the certificate with the fingerprint can't be an authority", e);
        }
        throw new CertificateException("none of the server's certificates has the fingerprint of "
                + SecurityOptions.FINGERPRINT + ", or the server doesn't send its authority's along");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("no server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
