package io.recount.harness.receipts;

import java.util.List;
import java.util.SplittableRandom;

/** The words receipts are made of, and how often each occurs. */
final class Assortment {

    static final List<String> TYPES = List.of(
            "SALE",
            "SALE_REFUND",
            "BUY",
            "BUY_REFUND",
            "CORRECTION_SALE",
            "CORRECTION_SALE_REFUND",
            "CORRECTION_BUY",
            "CORRECTION_BUY_REFUND");
    static final List<String> PAYMENTS = List.of("cash", "card", "prepaid", "credit", "barter");
    static final List<String> VAT_RATES = List.of("20", "10", "7", "5", "0", "none", "20/120", "10/110");
    static final List<String> TAX_SYSTEMS = List.of("general", "simplified", "simplified_net", "patent");
    static final List<String> CHANNELS = List.of("shop", "online", "courier");
    static final List<String> DELIVERIES = List.of("courier", "pickup", "post");
    static final List<String> PROMOTIONS = List.of(
            "Ночь \"скидок\" 50%",
            "C:\\promo\\new", "2+1", "tab\there", "Crème brûlée & Co. <b>", "半額セール", "🎄 sale 🎁", "O'Neil's \"best\"");

    private static final int[] TYPE_WEIGHTS = {880, 60, 30, 10, 8, 5, 4, 3};
    private static final int[] PAYMENT_WEIGHTS = {380, 560, 30, 20, 10};
    private static final int[] VAT_WEIGHTS = {600, 220, 40, 40, 30, 50, 15, 5};
    private static final int[] TAX_SYSTEM_WEIGHTS = {70, 20, 5, 5};
    private static final int[] CHANNEL_WEIGHTS = {80, 15, 5};
    private static final List<String> GOODS =
            List.of("Tea", "Kettle", "Чай зелёный", "Brötchen", "Coffee \"Lungo\"", "牛乳", "Milk 3.2 %", "Gift\\Box");

    private Assortment() {}

    static String type(SplittableRandom random) {
        return weighted(TYPES, TYPE_WEIGHTS, random);
    }

    static String payment(SplittableRandom random) {
        return weighted(PAYMENTS, PAYMENT_WEIGHTS, random);
    }

    static String vatRate(SplittableRandom random) {
        return weighted(VAT_RATES, VAT_WEIGHTS, random);
    }

    static String taxSystem(SplittableRandom random) {
        return weighted(TAX_SYSTEMS, TAX_SYSTEM_WEIGHTS, random);
    }

    static String channel(SplittableRandom random) {
        return weighted(CHANNELS, CHANNEL_WEIGHTS, random);
    }

    /** A line with a price of 0.10 to a few hundred; few are dear. */
    static Line line(SplittableRandom random) {
        long priceMinor = random.nextLong(10, random.nextInt(10) == 0 ? 500_000 : 30_000);
        int quantity = random.nextInt(4) == 0 ? random.nextInt(2, 6) : 1;
        return new Line(any(GOODS, random), quantity, priceMinor);
    }

    /** The tax contained in a sum; zero where the rate says so. */
    static long taxMinor(String rate, long sumMinor) {
        return switch (rate) {
            case "20", "20/120" -> Math.round(sumMinor * 20 / 120.0);
            case "10", "10/110" -> Math.round(sumMinor * 10 / 110.0);
            case "7" -> Math.round(sumMinor * 7 / 107.0);
            case "5" -> Math.round(sumMinor * 5 / 105.0);
            default -> 0;
        };
    }

    static <T> T any(List<T> choices, SplittableRandom random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static String weighted(List<String> choices, int[] weights, SplittableRandom random) {
        int total = 0;
        for (int weight : weights) {
            total += weight;
        }
        int drawn = random.nextInt(total);
        int index = 0;
        while (drawn >= weights[index]) {
            drawn -= weights[index];
            index++;
        }
        return choices.get(index);
    }
}
