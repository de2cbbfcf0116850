package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A connector's document of connect-configs, to be changed by a test. */
final class ConnectorDocument {
    private ConnectorDocument() {}

    /** Its configuration; the map is the caller's own. */
    static Map<String, String> config(Checkout checkout, Connector connector) throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode config = json.readTree(checkout.connector(connector)).path("config");
        return json.convertValue(config, new TypeReference<LinkedHashMap<String, String>>() {});
    }
}
