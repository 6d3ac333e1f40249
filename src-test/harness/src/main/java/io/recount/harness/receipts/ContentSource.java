package io.recount.harness.receipts;

import io.recount.harness.feed.MoneyNotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Contents of receipts: plausible ones, and a fixed cycle of rare mixes.
 *
 * <p>Forty mixes in a row hold every type with every means of payment, every VAT rate and every other thing that is
 * measured, all of them with an amount: what is rare in money still occurs.
 */
final class ContentSource {

    private ContentSource() {}

    /** The content of the receipt at a place; {@code inShift} is its place among those of its shift. */
    static Content plausible(Place place, String store, long inShift, SplittableRandom random) {
        List<Line> lines = new ArrayList<>();
        SortedMap<String, Long> vat = new TreeMap<>();
        long sumMinor = 0;
        long items = 0;
        int lineCount = 1 + random.nextInt(3);
        for (int i = 0; i < lineCount; i++) {
            Line line = Assortment.line(random);
            lines.add(line);
            sumMinor += line.sumMinor();
            items += line.quantity();
            String rate = Assortment.vatRate(random);
            vat.merge(rate, Assortment.taxMinor(rate, line.sumMinor()), Long::sum);
        }
        String type = Assortment.type(random);
        SortedMap<String, Long> amounts = new TreeMap<>();
        if (one(3, random)) {
            amounts.put("discount", sumMinor / random.nextInt(10, 100));
        }
        long totalMinor = sumMinor - amounts.getOrDefault("discount", 0L);
        SortedMap<String, Long> payments = payments(totalMinor, random);
        rareAmounts(amounts, payments, totalMinor, random);

        SortedMap<String, Long> counts = new TreeMap<>();
        counts.put("items", items);
        if (!one(20, random)) {
            counts.put("receiptInShift", inShift);
        }
        if (one(10, random)) {
            counts.put("markedItems", random.nextLong(items + 1));
        }
        if (!type.equals("SALE") && !type.equals("BUY")) {
            counts.put("correctedNumber", Math.max(1, place.number() - random.nextLong(1, 50)));
        }
        List<String> nulls = new ArrayList<>();
        if (one(100, random) && !amounts.containsKey("tips")) {
            nulls.add("tips");
        }
        return new Content(
                type,
                totalMinor,
                MoneyNotation.draw(random, 20),
                payments,
                vat,
                amounts,
                counts,
                texts(store, random),
                custom(random),
                nulls,
                lines);
    }

    /** The mix number {@code mix} of the cycle. */
    static Content rareMix(long mix, String store) {
        String type = Assortment.TYPES.get((int) (mix % 8));
        int round = (int) (mix / 8 % 5);
        String payment = Assortment.PAYMENTS.get(round);
        String rate = Assortment.VAT_RATES.get(2 * round % 8);
        String otherRate = Assortment.VAT_RATES.get(2 * round % 8 + 1);
        return new Content(
                type,
                310,
                MoneyNotation.TEXT,
                new TreeMap<>(Map.of(payment, 310L)),
                new TreeMap<>(Map.of(rate, 52L, otherRate, 7L)),
                new TreeMap<>(Map.of("discount", 5L, "tips", 10L)),
                new TreeMap<>(Map.of("items", 1L, "markedItems", 1L)),
                new TreeMap<>(Map.of("channel", "online", "taxSystem", "general", "store", store)),
                new TreeMap<>(Map.of("delivery", "courier")),
                List.of(),
                List.of());
    }

    private static SortedMap<String, Long> payments(long totalMinor, SplittableRandom random) {
        SortedMap<String, Long> payments = new TreeMap<>();
        String first = Assortment.payment(random);
        payments.put(first, totalMinor);
        String second = Assortment.payment(random);
        if (one(8, random) && !second.equals(first)) {
            long part = random.nextLong(totalMinor + 1);
            payments.put(first, totalMinor - part);
            payments.put(second, part);
        }
        return payments;
    }

    private static void rareAmounts(
            SortedMap<String, Long> amounts,
            SortedMap<String, Long> payments,
            long totalMinor,
            SplittableRandom random) {
        if (one(10, random)) {
            amounts.put("rounding", random.nextLong(-50, 50));
        }
        if (one(20, random)) {
            amounts.put("tips", random.nextLong(10, 5_000));
        }
        if (payments.containsKey("cash") && random.nextBoolean()) {
            amounts.put("change", random.nextLong(100_000));
        }
        if (one(20, random)) {
            amounts.put("bonus", totalMinor / 20);
        }
        if (one(33, random)) {
            amounts.put("deposit", random.nextLong(1, 1_000));
        }
        if (one(50, random)) {
            amounts.put("excise", totalMinor / 33);
        }
        if (one(50, random)) {
            amounts.put("commission", totalMinor / 50);
        }
    }

    private static SortedMap<String, String> texts(String store, SplittableRandom random) {
        SortedMap<String, String> texts = new TreeMap<>();
        if (!one(10, random)) {
            texts.put("taxSystem", Assortment.taxSystem(random));
        }
        if (!one(5, random)) {
            texts.put("channel", Assortment.channel(random));
        }
        int cashier = random.nextInt(20);
        if (!one(20, random)) {
            texts.put("cashier", cashier % 5 == 0 ? "Анна \"Аня\" К. " + cashier : "Cashier " + cashier);
        }
        if (!one(3, random)) {
            texts.put("cashierId", "C" + cashier);
        }
        if (!one(10, random)) {
            texts.put("store", store);
        }
        if (one(10, random)) {
            texts.put("customer", "+7900" + random.nextInt(1_000_000, 10_000_000));
        }
        return texts;
    }

    private static SortedMap<String, String> custom(SplittableRandom random) {
        SortedMap<String, String> custom = new TreeMap<>();
        if (one(4, random)) {
            custom.put("delivery", Assortment.any(Assortment.DELIVERIES, random));
        }
        if (one(5, random)) {
            custom.put("table", Integer.toString(random.nextInt(1, 40)));
        }
        if (one(10, random)) {
            custom.put("promo", Assortment.any(Assortment.PROMOTIONS, random));
        }
        return custom;
    }

    private static boolean one(int of, SplittableRandom random) {
        return random.nextInt(of) == 0;
    }
}
