package io.recount.harness.receipts;

import com.fasterxml.jackson.core.JsonGenerator;
import io.recount.harness.feed.JsonMessage;
import io.recount.harness.feed.MoneyNotation;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of messages about receipts. */
final class ReceiptWriter {

    private static final int SCALE = 2;
    private static final DateTimeFormatter PRINTED_AT = DateTimeFormatter.ISO_OFFSET_DATE_TIME;
    private static final DateTimeFormatter WRITTEN_AT =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final String TOO_MANY_BYTES = "Й".repeat(65);

    private ReceiptWriter() {}

    static byte[] receipt(Receipt receipt, Instant writtenAt, @Nullable Defect defect) {
        Content content = receipt.content();
        return JsonMessage.of(json -> {
            json.writeStringField("kind", "receipt");
            place(json, receipt.place(), writtenAt);
            type(json, content, defect);
            total(json, content, defect);
            money(json, "payments", content.payments(), defect == Defect.UNKNOWN_PAYMENT ? "cheque" : null);
            if (defect == Defect.VAT_IS_ARRAY) {
                json.writeArrayFieldStart("vat");
                json.writeEndArray();
            } else {
                money(json, "vat", content.vat(), defect == Defect.UNKNOWN_VAT_RATE ? "18" : null);
            }
            for (Map.Entry<String, Long> amount : content.amounts().entrySet()) {
                json.writeStringField(amount.getKey(), money(amount.getValue()));
            }
            counts(json, content, defect);
            texts(json, content, defect);
            for (String absent : content.nulls()) {
                json.writeNullField(absent);
            }
            custom(json, content, defect);
            lines(json, content);
        });
    }

    /** A delete; only its place is said. */
    static byte[] deleted(Place place, Instant writtenAt) {
        return JsonMessage.of(json -> {
            json.writeStringField("kind", "receipt");
            place(json, place, writtenAt);
            json.writeBooleanField("deleted", true);
        });
    }

    /** A status update: neither a date nor a shift. */
    static byte[] status(Place place, Instant writtenAt) {
        return JsonMessage.of(json -> {
            json.writeStringField("kind", "status");
            json.writeStringField("register", place.register());
            json.writeStringField("drive", place.drive());
            json.writeNumberField("number", place.number());
            json.writeStringField("status", "DELIVERED");
            json.writeStringField("writtenAt", WRITTEN_AT.format(writtenAt));
        });
    }

    private static void place(JsonGenerator json, Place place, Instant writtenAt) throws IOException {
        json.writeStringField("register", place.register());
        json.writeStringField("drive", place.drive());
        json.writeNumberField("number", place.number());
        json.writeNumberField("shift", place.shift());
        json.writeStringField("printedAt", PRINTED_AT.format(place.printedAt()));
        json.writeStringField("writtenAt", WRITTEN_AT.format(writtenAt));
    }

    private static void type(JsonGenerator json, Content content, @Nullable Defect defect) throws IOException {
        if (defect != Defect.MISSING_TYPE) {
            json.writeStringField("type", defect == Defect.UNKNOWN_TYPE ? "GIFT" : content.type());
        }
    }

    private static void total(JsonGenerator json, Content content, @Nullable Defect defect) throws IOException {
        String text = content.notation().write(content.totalMinor(), SCALE);
        if (defect == Defect.DECIMAL_COMMA) {
            json.writeStringField("total", money(content.totalMinor()).replace('.', ','));
        } else if (defect == Defect.EMPTY_TOTAL) {
            json.writeStringField("total", "");
        } else if (defect == Defect.BLANK_TOTAL) {
            json.writeStringField("total", "  ");
        } else if (defect == Defect.PLUS_SIGN) {
            json.writeStringField("total", "+" + text);
        } else if (defect == Defect.TOTAL_IS_BOOLEAN) {
            json.writeBooleanField("total", true);
        } else if (defect != Defect.MISSING_TOTAL) {
            if (content.notation() == MoneyNotation.NUMBER) {
                json.writeNumberField("total", new BigDecimal(text));
            } else {
                json.writeStringField("total", text);
            }
        }
    }

    private static String money(long minor) {
        return MoneyNotation.TEXT.write(minor, SCALE);
    }

    private static void money(JsonGenerator json, String name, Map<String, Long> amounts, @Nullable String unknown)
            throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, Long> amount : amounts.entrySet()) {
            json.writeStringField(amount.getKey(), money(amount.getValue()));
        }
        if (unknown != null) {
            json.writeStringField(unknown, "1.00");
        }
        json.writeEndObject();
    }

    private static void counts(JsonGenerator json, Content content, @Nullable Defect defect) throws IOException {
        for (Map.Entry<String, Long> count : content.counts().entrySet()) {
            if (count.getKey().equals("items") && defect == Defect.ITEMS_ARE_OBJECT) {
                json.writeObjectFieldStart("items");
                json.writeEndObject();
            } else {
                boolean negative = count.getKey().equals("items") && defect == Defect.NEGATIVE_ITEMS;
                json.writeNumberField(count.getKey(), negative ? -1 : count.getValue());
            }
        }
    }

    private static void texts(JsonGenerator json, Content content, @Nullable Defect defect) throws IOException {
        for (Map.Entry<String, String> text : content.texts().entrySet()) {
            if (defect != Defect.LONG_CASHIER || !text.getKey().equals("cashier")) {
                json.writeStringField(text.getKey(), text.getValue());
            }
        }
        if (defect == Defect.LONG_CASHIER) {
            json.writeStringField("cashier", TOO_MANY_BYTES);
        }
    }

    private static void custom(JsonGenerator json, Content content, @Nullable Defect defect) throws IOException {
        if (content.custom().isEmpty() && defect != Defect.CUSTOM_IS_NUMBER) {
            return;
        }
        json.writeObjectFieldStart("custom");
        for (Map.Entry<String, String> field : content.custom().entrySet()) {
            json.writeStringField(field.getKey(), field.getValue());
        }
        if (defect == Defect.CUSTOM_IS_NUMBER) {
            json.writeNumberField("weight", 12);
        }
        json.writeEndObject();
    }

    private static void lines(JsonGenerator json, Content content) throws IOException {
        if (content.lines().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("lines");
        for (Line line : content.lines()) {
            json.writeStartObject();
            json.writeStringField("name", line.name());
            json.writeStringField("quantity", Integer.toString(line.quantity()));
            json.writeStringField("price", money(line.priceMinor()));
            json.writeStringField("sum", money(line.sumMinor()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
