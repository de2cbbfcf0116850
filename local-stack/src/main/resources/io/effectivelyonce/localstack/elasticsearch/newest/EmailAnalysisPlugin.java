package io.effectivelyonce.testnode.email;

import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Names that the mapping of the index of users and API keys refers to: the module that has them is not published. They do little,
 * for nothing is searched by an e-mail address here.
 */
public final class EmailAnalysisPlugin extends Plugin implements AnalysisPlugin {
    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of("pattern_capture", unchanged(), "unique", unchanged());
    }

    private static AnalysisProvider<TokenFilterFactory> unchanged() {
        return (index, environment, name, settings) -> new TokenFilterFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public TokenStream create(TokenStream tokens) {
                return tokens;
            }
        };
    }

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of(
                "uax_url_email",
                (index, environment, name, settings) -> TokenizerFactory.newFactory(name, StandardTokenizer::new));
    }
}
