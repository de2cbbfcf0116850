package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.header.CloudEvents;
import io.effectivelyonce.outbox.header.ConstantHeaders;
import io.effectivelyonce.outbox.header.SourceHeaders;
import io.effectivelyonce.outbox.row.EventId;
import io.effectivelyonce.outbox.row.MissingColumn;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** What an event carries in its headers. */
final class HeaderOptions {
    private HeaderOptions() {}

    static void define(OptionGroup group) {
        group.text(
                        Options.ID_HEADER,
                        null,
                        HeaderNameCheck.ofName(),
                        Importance.MEDIUM,
                        "Header for the canonical text of the event id, a STRING, beside the header 'id'. Unset, no such header.")
                .choice(
                        Options.ID_FORMAT,
                        Options.FORMAT,
                        EventId.Format.ANY,
                        Importance.LOW,
                        "What an event id must look like: any text, number or bytes, or uuid. An id such as 007 or"
                                + " 2024-01-02 is re-typed by a worker whose header.converter guesses types; uuid refuses it here.")
                .text(
                        Options.TYPE_HEADER,
                        null,
                        HeaderNameCheck.ofName(),
                        Importance.MEDIUM,
                        "Header for the event type, a STRING, from the column " + Options.EVENT_TYPE
                                + ". A row without a type is then a fault." + " Unset, no such header.")
                .text(
                        Options.VERSION_HEADER,
                        "version",
                        HeaderNameCheck.ofName(),
                        Importance.LOW,
                        "Header for the aggregate's version, an INT64, where " + Options.EVENT_VERSION
                                + " names its column.")
                .list(
                        Options.CONSTANT_HEADERS,
                        new HeaderNameCheck((key, value) -> {
                            if (value != null) {
                                ConstantHeaders.parse(key, (List<?>) value);
                            }
                        }),
                        Importance.LOW,
                        "Headers with the same text on every event, as a list of header:text. A text can't hold a comma.")
                .list(
                        Options.SOURCE_HEADERS,
                        new HeaderNameCheck((key, value) -> {
                            if (value != null) {
                                SourceHeaders.parse(key, (List<?>) value, MissingColumn.ERROR);
                            }
                        }),
                        Importance.LOW,
                        "Headers from the change's source block, as a list of field[:header]: lsn, txId, ts_ms, schema, table, snapshot and"
                                + " whatever else the connector has there. For information: none of them is a version. "
                                + Options.MISSING + " says what becomes of a field that isn't there.")
                .name(
                        Options.SPREAD_HEADERS,
                        null,
                        Importance.LOW,
                        "Column with a JSON object, each member of which becomes a header with its text. Unset, no such headers.")
                .text(
                        Options.CLOUDEVENTS_SOURCE,
                        null,
                        new HeaderNameCheck(CloudEvents::requireSource),
                        Importance.MEDIUM,
                        "The source attribute, a URI reference such as /shop/orders. Where it is set, every event has the headers of a"
                                + " CloudEvent in binary mode: ce_specversion, ce_id (the event id), ce_source, ce_type (the event type),"
                                + " ce_subject (the key), ce_time (the timestamp) and content-type. They need a header converter that writes"
                                + " plain text. Unset, no such headers.")
                .name(
                        Options.CLOUDEVENTS_CONTENT_TYPE,
                        "application/json",
                        Importance.LOW,
                        "The header content-type, where " + Options.CLOUDEVENTS_SOURCE + " is set.")
                .text(
                        Options.TRACE_CONTEXT,
                        null,
                        new HeaderNameCheck(new ConfigDef.NonEmptyString()),
                        Importance.LOW,
                        "Column with the trace that the row belongs to: a W3C traceparent, or properties with traceparent and tracestate as"
                                + " Debezium's Quarkus extension writes them. They become headers of the same names; what isn't well-formed"
                                + " is left out. Unset, no such headers.");
    }
}
