package io.recount.harness.receipts;

import io.recount.harness.feed.MoneyNotation;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a receipt says. Its maps are sorted, because the order of others differs from one JVM to the next.
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
        SortedMap<String, Long> payments,
        SortedMap<String, Long> vat,
        SortedMap<String, Long> amounts,
        SortedMap<String, Long> counts,
        SortedMap<String, String> texts,
        SortedMap<String, String> custom,
        List<String> nulls,
        List<Line> lines) {

    Content withType(String value) {
        return new Content(value, totalMinor, notation, payments, vat, amounts, counts, texts, custom, nulls, lines);
    }

    /** Another total, all of it paid with one means. */
    Content withTotal(long minor, String payment) {
        return new Content(
                type,
                minor,
                notation,
                new TreeMap<>(Map.of(payment, minor)),
                vat,
                amounts,
                counts,
                texts,
                custom,
                nulls,
                lines);
    }

    Content withCustom(String field, String value) {
        SortedMap<String, String> changed = new TreeMap<>(custom);
        changed.put(field, value);
        return new Content(type, totalMinor, notation, payments, vat, amounts, counts, texts, changed, nulls, lines);
    }

    Content withAmount(String field, long minor) {
        SortedMap<String, Long> changed = new TreeMap<>(amounts);
        changed.put(field, minor);
        List<String> stillNull =
                nulls.stream().filter(key -> !key.equals(field)).toList();
        return new Content(type, totalMinor, notation, payments, vat, changed, counts, texts, custom, stillNull, lines);
    }
}
