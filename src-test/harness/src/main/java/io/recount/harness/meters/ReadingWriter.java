package io.recount.harness.meters;

import com.fasterxml.jackson.core.JsonGenerator;
import io.recount.harness.feed.JsonMessage;
import io.recount.harness.feed.MoneyNotation;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of messages about readings. */
final class ReadingWriter {

    private static final int SCALE = 4;
    /** Revisions are milliseconds since then: a number that rises, and no time anybody reads. */
    private static final long FIRST_REVISION_MILLIS = 1_590_000_000_000L;

    private static final String TOO_MANY_BYTES = "Ü".repeat(65);
    private static final BigInteger BEYOND_64_BITS = BigInteger.TEN.pow(19);

    private ReadingWriter() {}

    static byte[] reading(Reading reading, Instant writtenAt, @Nullable Defect defect) {
        Usage usage = reading.usage();
        return JsonMessage.of(json -> {
            json.writeStringField("message", "reading");
            json.writeStringField("id", reading.place().id());
            meter(json, reading.place().meter(), usage.firmware());
            json.writeNumberField("takenAt", reading.place().takenAt().getEpochSecond());
            written(json, writtenAt);
            json.writeStringField("tariff", defect == Defect.UNKNOWN_TARIFF ? "T9" : usage.tariff());
            if (defect != Defect.MISSING_QUALITY) {
                json.writeStringField("quality", usage.quality());
            }
            energy(json, usage, defect);
            numbers(json, usage, defect);
            voltage(json, usage, defect);
            amounts(json, usage, defect);
            reason(json, usage, defect);
            tags(json, usage, defect);
            if (defect == Defect.WITHDRAWN_IS_TEXT) {
                json.writeStringField("withdrawn", "true");
            }
        });
    }

    /** A delete; only its place is said. */
    static byte[] withdrawn(Place place, Instant writtenAt) {
        return JsonMessage.of(json -> {
            json.writeStringField("id", place.id());
            meter(json, place.meter(), null);
            json.writeNumberField("takenAt", place.takenAt().getEpochSecond());
            written(json, writtenAt);
            json.writeBooleanField("withdrawn", true);
        });
    }

    /** A sign of life: neither a time nor energy. */
    static byte[] heartbeat(Place place, Instant writtenAt) {
        return JsonMessage.of(json -> {
            json.writeStringField("message", "heartbeat");
            meter(json, place.meter(), null);
            written(json, writtenAt);
        });
    }

    private static void meter(JsonGenerator json, String serial, @Nullable String firmware) throws IOException {
        json.writeObjectFieldStart("meter");
        json.writeStringField("serial", serial);
        if (firmware != null) {
            json.writeStringField("firmware", firmware);
        }
        json.writeEndObject();
    }

    private static void written(JsonGenerator json, Instant writtenAt) throws IOException {
        json.writeNumberField("receivedAt", writtenAt.toEpochMilli());
        json.writeNumberField("revision", writtenAt.toEpochMilli() - FIRST_REVISION_MILLIS);
    }

    private static void energy(JsonGenerator json, Usage usage, @Nullable Defect defect) throws IOException {
        json.writeObjectFieldStart("energy");
        if (defect == Defect.DIRECTION_IS_NUMBER) {
            json.writeNumberField("direction", 1);
        } else {
            json.writeStringField("direction", usage.direction());
        }
        for (Map.Entry<String, Long> part : usage.flow().entrySet()) {
            boolean active = part.getKey().equals("active");
            if (active && defect == Defect.NEGATIVE_ENERGY) {
                json.writeNumberField("active", -1 - part.getValue());
            } else if (active && defect == Defect.FRACTION_OF_ENERGY) {
                json.writeNumberField("active", BigDecimal.valueOf(part.getValue() * 10 + 5, 1));
            } else if (!active || defect != Defect.MISSING_ENERGY) {
                number(json, part.getKey(), part.getValue(), usage.quoted());
            }
        }
        json.writeEndObject();
    }

    private static void numbers(JsonGenerator json, Usage usage, @Nullable Defect defect) throws IOException {
        for (Map.Entry<String, Long> number : usage.numbers().entrySet()) {
            String key = number.getKey();
            boolean replaced = (key.equals("temperature") && defect == Defect.TEMPERATURE_IS_WORD)
                    || (key.equals("outages") && defect == Defect.OUTAGES_BEYOND_64_BITS);
            if (!replaced) {
                number(json, key, number.getValue(), usage.quoted());
            }
        }
        if (defect == Defect.TEMPERATURE_IS_WORD) {
            json.writeStringField("temperature", "warm");
        } else if (defect == Defect.OUTAGES_BEYOND_64_BITS) {
            json.writeNumberField("outages", BEYOND_64_BITS);
        }
    }

    private static void number(JsonGenerator json, String key, long value, boolean quoted) throws IOException {
        if (quoted) {
            json.writeStringField(key, Long.toString(value));
        } else {
            json.writeNumberField(key, value);
        }
    }

    private static void voltage(JsonGenerator json, Usage usage, @Nullable Defect defect) throws IOException {
        if (defect == Defect.VOLTAGE_IS_ARRAY) {
            json.writeArrayFieldStart("voltage");
            json.writeEndArray();
            return;
        }
        json.writeObjectFieldStart("voltage");
        for (Map.Entry<String, Long> phase : usage.voltage().entrySet()) {
            number(json, phase.getKey(), phase.getValue(), usage.quoted());
        }
        if (defect == Defect.UNKNOWN_PHASE) {
            json.writeNumberField("N", 0);
        }
        json.writeEndObject();
    }

    private static void amounts(JsonGenerator json, Usage usage, @Nullable Defect defect) throws IOException {
        for (Map.Entry<String, Long> amount : usage.amounts().entrySet()) {
            boolean cost = amount.getKey().equals("cost");
            String text = usage.notation().write(amount.getValue(), SCALE);
            if (cost && defect == Defect.DECIMAL_COMMA) {
                String plain = MoneyNotation.TEXT.write(amount.getValue(), SCALE);
                json.writeStringField("cost", plain.replace('.', ','));
            } else if (cost && defect == Defect.COST_IS_BOOLEAN) {
                json.writeBooleanField("cost", true);
            } else if (usage.notation() == MoneyNotation.NUMBER) {
                json.writeNumberField(amount.getKey(), new BigDecimal(text));
            } else {
                json.writeStringField(amount.getKey(), text);
            }
        }
    }

    private static void reason(JsonGenerator json, Usage usage, @Nullable Defect defect) throws IOException {
        String reason = defect == Defect.LONG_REASON ? TOO_MANY_BYTES : usage.reason();
        if (reason != null) {
            json.writeStringField("reason", reason);
        }
    }

    private static void tags(JsonGenerator json, Usage usage, @Nullable Defect defect) throws IOException {
        json.writeObjectFieldStart("tags");
        for (Map.Entry<String, String> tag : usage.tags().entrySet()) {
            json.writeStringField(tag.getKey(), tag.getValue());
        }
        if (defect == Defect.TAG_IS_NUMBER) {
            json.writeNumberField("floor", 3);
        }
        json.writeEndObject();
    }
}
