package io.recount.harness.meters;

import io.recount.harness.feed.MoneyNotation;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a reading says. Its maps are sorted, because the order of others differs from one JVM to the next.
 *
 * @param flow active, reactive energy and counter, by JSON key
 * @param numbers other numbers by JSON key
 * @param voltage mV by phase
 * @param amounts money by JSON key, in ten-thousandths
 * @param notation of the amounts
 * @param quoted whether numbers are written as texts
 */
record Usage(
        String firmware,
        String tariff,
        String quality,
        String direction,
        SortedMap<String, Long> flow,
        SortedMap<String, Long> numbers,
        SortedMap<String, Long> voltage,
        SortedMap<String, Long> amounts,
        MoneyNotation notation,
        boolean quoted,
        @Nullable String reason,
        SortedMap<String, String> tags) {

    Usage withTariff(String value) {
        return new Usage(
                firmware, value, quality, direction, flow, numbers, voltage, amounts, notation, quoted, reason, tags);
    }

    /** Another energy, and who says so. */
    Usage substituted(long energyWh, String because) {
        return new Usage(
                firmware,
                tariff,
                "substituted",
                direction,
                with(flow, "active", energyWh),
                numbers,
                voltage,
                amounts,
                notation,
                quoted,
                because,
                tags);
    }

    Usage withTag(String tag, String value) {
        return new Usage(
                firmware,
                tariff,
                quality,
                direction,
                flow,
                numbers,
                voltage,
                amounts,
                notation,
                quoted,
                reason,
                with(tags, tag, value));
    }

    Usage withAmount(String key, long tenThousandths) {
        return new Usage(
                firmware,
                tariff,
                quality,
                direction,
                flow,
                numbers,
                voltage,
                with(amounts, key, tenThousandths),
                notation,
                quoted,
                reason,
                tags);
    }

    private static <V> SortedMap<String, V> with(SortedMap<String, V> map, String key, V value) {
        SortedMap<String, V> changed = new TreeMap<>(map);
        changed.put(key, value);
        return changed;
    }
}
