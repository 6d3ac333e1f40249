package io.recount.harness.receipts;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a receipt says.
 *
 * @param payments minor units by means of payment
 * @param vat tax in minor units by rate
 * @param amounts other money fields by JSON key, minor units
 * @param counts numeric fields by JSON key
 * @param texts text fields by JSON key
 * @param custom the merchant's own fields
 * @param nulls optional JSON keys written as null
 */
record Content(
        String type,
        long totalMinor,
        MoneyNotation notation,
        Map<String, Long> payments,
        Map<String, Long> vat,
        Map<String, Long> amounts,
        Map<String, Long> counts,
        Map<String, String> texts,
        Map<String, String> custom,
        List<String> nulls,
        List<Line> lines) {

    Content withType(String value) {
        return new Content(value, totalMinor, notation, payments, vat, amounts, counts, texts, custom, nulls, lines);
    }

    /** Paid with one means, and what follows from another total. */
    Content withTotal(long minor, String payment) {
        return new Content(
                type, minor, notation, Map.of(payment, minor), vat, amounts, counts, texts, custom, nulls, lines);
    }

    Content withCustom(String field, String value) {
        Map<String, String> changed = new TreeMap<>(custom);
        changed.put(field, value);
        return new Content(type, totalMinor, notation, payments, vat, amounts, counts, texts, changed, nulls, lines);
    }

    Content withAmount(String field, long minor) {
        Map<String, Long> changed = new TreeMap<>(amounts);
        changed.put(field, minor);
        List<String> stillNull =
                nulls.stream().filter(absent -> !absent.equals(field)).toList();
        return new Content(type, totalMinor, notation, payments, vat, changed, counts, texts, custom, stillNull, lines);
    }
}
