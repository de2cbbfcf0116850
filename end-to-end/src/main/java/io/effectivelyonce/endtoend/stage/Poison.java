package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.endtoend.Topic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/** Records that nobody can apply, of every kind: they must be rejected, leave no claim, and not hurt their neighbours. */
record Poison(String name, Topic topic, String value, Consumer<Headers> spoil) {
    static final List<Poison> KINDS = List.of(
            new Poison("ORDER_WITHOUT_ID", Topic.ORDERS, paid("5"), headers -> headers.remove("id")),
            new Poison(
                    "ORDER_WITH_AN_ID_THAT_IS_NONE",
                    Topic.ORDERS,
                    paid("5"),
                    headers -> set(headers, "id", "not-a-uuid")),
            new Poison(
                    "ORDER_WITH_TWO_IDS",
                    Topic.ORDERS,
                    paid("5"),
                    headers -> headers.add("id", UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8))),
            new Poison("ORDER_THAT_IS_NO_JSON", Topic.ORDERS, "{\"orderId\": ", headers -> {}),
            new Poison("ORDER_WITHOUT_A_VALUE", Topic.ORDERS, null, headers -> {}),
            new Poison(
                    "ORDER_WITHOUT_A_TOTAL",
                    Topic.ORDERS,
                    "{\"orderId\":\"poison\",\"customer\":\"eve\",\"lines\":[]}",
                    headers -> {}),
            new Poison("ORDER_WITH_WORDS_FOR_A_TOTAL", Topic.ORDERS, paid("\"much\""), headers -> {}),
            // not a longer row of nines: the JSON converter lets whole numbers wrap around at 64 bits, before any sink
            // sees them
            new Poison("ORDER_BEYOND_EVERY_NUMBER", Topic.ORDERS, paid("1e300"), headers -> {}),
            new Poison(
                    "ORDER_WITH_A_CHARACTER_THAT_NO_TEXT_HOLDS",
                    Topic.ORDERS,
                    "{\"orderId\":\"poison\",\"customer\":\"e\\u0000ve\",\"totalCents\":5,\"lines\":[]}",
                    headers -> {}),
            new Poison(
                    "ORDER_WITH_A_LINE_WITHOUT_PIECES",
                    Topic.ORDERS,
                    "{\"orderId\":\"poison\",\"customer\":\"eve\",\"totalCents\":5,\"lines\":[{\"sku\":\"sku-001\"}]}",
                    headers -> {}),
            new Poison("PRODUCT_WITHOUT_A_VERSION", Topic.PRODUCTS, product("5"), headers -> headers.remove("version")),
            new Poison(
                    "PRODUCT_WITH_HALF_A_VERSION",
                    Topic.PRODUCTS,
                    product("5"),
                    headers -> set(headers, "version", "1.5")),
            new Poison("PRODUCT_BELOW_ZERO", Topic.PRODUCTS, product("5"), headers -> set(headers, "version", "-1")),
            new Poison("PRODUCT_THAT_IS_NO_JSON", Topic.PRODUCTS, "{\"name\": ", headers -> {}),
            new Poison("PRODUCT_THAT_IS_A_LIST", Topic.PRODUCTS, "[1, 2]", headers -> {}),
            new Poison("PRODUCT_THAT_DOES_NOT_FIT_THE_MAPPING", Topic.PRODUCTS, product("\"much\""), headers -> {}));

    private static final String KEY = "poison-";

    /** Whether a record with this key was made here. */
    static boolean isPoison(String key) {
        return key != null && key.startsWith(KEY);
    }

    /** One record of this kind; its key is its own. */
    ProducerRecord<String, String> record(int number, int partition) {
        ProducerRecord<String, String> record =
                new ProducerRecord<>(topic.title(), partition, KEY + number + "-" + name, value);
        set(record.headers(), "id", UUID.randomUUID().toString());
        set(record.headers(), "eventType", topic == Topic.ORDERS ? "OrderPaid" : "ProductChanged");
        set(record.headers(), "version", "1");
        spoil.accept(record.headers());
        return record;
    }

    private static void set(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    private static String paid(String total) {
        return "{\"orderId\":\"poison\",\"customer\":\"eve\",\"totalCents\":" + total + ",\"lines\":[]}";
    }

    private static String product(String price) {
        return "{\"sku\":\"poison\",\"name\":\"Poison\",\"priceCents\":" + price + "}";
    }
}
