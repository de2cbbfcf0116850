package io.effectivelyonce.elasticsearch.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Reads certificates and keys out of PEM text, in which anything may stand between the blocks. */
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS", "DSA");

    private record Block(String label, String base64) {
        byte[] content() {
            return Base64.getMimeDecoder().decode(base64);
        }
    }

    private final List<Block> blocks = new ArrayList<>();

    Pem(String text) {
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            blocks.add(new Block(block.group(1), block.group(2)));
        }
    }

    /** The certificates, in their order; none if there are none. */
    List<Certificate> certificates() throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<Certificate> certificates = new ArrayList<>();
        for (Block block : blocks) {
            if (block.label().equals("CERTIFICATE")) {
                certificates.add(factory.generateCertificate(new ByteArrayInputStream(block.content())));
            }
        }
        return certificates;
    }

    /**
     * The first private key.
     *
     * @throws GeneralSecurityException if there is none that can be read; with the reason, and nothing of the key
     */
    PrivateKey key(String password) throws GeneralSecurityException {
        for (Block block : blocks) {
            if (block.label().equals("PRIVATE KEY")) {
                return key(new PKCS8EncodedKeySpec(block.content()));
            }
            if (block.label().equals("ENCRYPTED PRIVATE KEY")) {
                return key(decrypted(block.content(), password));
            }
            if (block.label().endsWith("PRIVATE KEY")) {
                throw new GeneralSecurityException("holds a key of the form '" + block.label()
                        + "'; convert it with: openssl pkcs8 -topk8 -nocrypt -in key.pem");
            }
        }
        throw new GeneralSecurityException("holds no block 'PRIVATE KEY'");
    }

    private static PrivateKey key(PKCS8EncodedKeySpec encoded) throws GeneralSecurityException {
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (GeneralSecurityException e) {
                // of another algorithm
            }
        }
        throw new GeneralSecurityException("holds a key of an unknown algorithm");
    }

    private static PKCS8EncodedKeySpec decrypted(byte[] content, String password) throws GeneralSecurityException {
        try {
            EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(content);
            // PBES2 names its parts in its parameters
            String algorithm =
                    info.getAlgName().equals("PBES2") || info.getAlgName().equals("1.2.840.113549.1.5.13")
                            ? info.getAlgParameters().toString()
                            : info.getAlgName();
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray())),
                    info.getAlgParameters());
            return info.getKeySpec(cipher);
        } catch (IOException | GeneralSecurityException e) {
            throw new GeneralSecurityException("holds a key that can't be decrypted; is the password right?");
        }
    }
}
