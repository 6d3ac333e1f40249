package io.recount.harness.meters;

import io.recount.harness.feed.MoneyNotation;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Contents of readings: plausible ones, and a fixed cycle of rare mixes.
 *
 * <p>{@value #MIXES} mixes in a row hold every tariff with every quality and direction, and everything else that is
 * measured, all of it other than zero: what is rare in energy still occurs.
 */
final class UsageSource {

    static final int MIXES = 24;

    private UsageSource() {}

    /** What a device reads at a time. */
    static Usage plausible(Device device, String direction, Instant takenAt, long counterWh, long energyWh) {
        SplittableRandom random = device.random();
        SortedMap<String, Long> flow = new TreeMap<>(Map.of("active", energyWh, "counter", counterWh));
        if (!one(4, random)) {
            flow.put("reactive", random.nextLong(-60, 200));
        }
        SortedMap<String, Long> numbers = new TreeMap<>(Map.of("peakPower", energyWh * random.nextLong(4, 12)));
        if (one(2, random)) {
            numbers.put("temperature", random.nextLong(-250, 380));
        }
        if (one(3, random)) {
            numbers.put("outages", one(30, random) ? random.nextLong(1, 4) : 0);
        }
        SortedMap<String, Long> voltage = new TreeMap<>();
        for (String phase : Words.PHASES.subList(0, device.phases())) {
            voltage.put(phase, random.nextLong(218_000, 242_000));
        }
        String quality = Words.QUALITIES.draw(random);
        return new Usage(
                device.firmware(),
                tariff(takenAt),
                quality,
                direction,
                flow,
                numbers,
                voltage,
                amounts(energyWh, random),
                MoneyNotation.draw(random, 30),
                device.quotesNumbers(),
                quality.equals("substituted") ? Words.any(Words.REASONS, random) : null,
                tags(device, random));
    }

    /** The mix number {@code mix} of the cycle. */
    static Usage rareMix(long mix, Device device) {
        int index = (int) (mix % MIXES);
        return new Usage(
                device.firmware(),
                Words.TARIFFS.get(index % 3),
                Words.QUALITIES.words().get(index / 3 % 4),
                Words.DIRECTIONS.get(index / 12),
                new TreeMap<>(Map.of("active", 310L, "reactive", -20L, "counter", 1_000_000L)),
                new TreeMap<>(Map.of("peakPower", 1_240L, "temperature", -15L, "outages", 1L)),
                new TreeMap<>(Map.of("L1", 230_100L, "L2", 229_900L, "L3", 231_000L)),
                new TreeMap<>(Map.of("cost", 930L, "gridFee", 155L)),
                MoneyNotation.TEXT,
                device.quotesNumbers(),
                "mix",
                new TreeMap<>(Map.of("feeder", device.feeder())));
    }

    /** By the hour in UTC. */
    private static String tariff(Instant takenAt) {
        int hour = takenAt.atOffset(ZoneOffset.UTC).getHour();
        if (hour < 5 || hour >= 21) {
            return "T3";
        }
        return hour < 9 || hour >= 16 ? "T1" : "T2";
    }

    /** Energy can cost less than nothing. */
    private static SortedMap<String, Long> amounts(long energyWh, SplittableRandom random) {
        SortedMap<String, Long> amounts = new TreeMap<>();
        amounts.put("cost", energyWh * random.nextLong(-1, 5));
        if (!one(3, random)) {
            amounts.put("gridFee", energyWh / 2);
        }
        return amounts;
    }

    private static SortedMap<String, String> tags(Device device, SplittableRandom random) {
        SortedMap<String, String> tags = new TreeMap<>();
        if (!one(5, random)) {
            tags.put("feeder", device.feeder());
        }
        if (one(2, random)) {
            tags.put("group", device.group());
        }
        if (one(20, random)) {
            tags.put("ticket", Integer.toString(random.nextInt(1, 1_000)));
        }
        return tags;
    }

    private static boolean one(int of, SplittableRandom random) {
        return random.nextInt(of) == 0;
    }
}
