package io.recount.harness.receipts;

import io.recount.harness.feed.Weighted;
import java.util.List;
import java.util.SplittableRandom;

/** The words receipts are made of, and how often each occurs. */
final class Assortment {

    private static final Weighted BY_TYPE = new Weighted(
            List.of(
                    "SALE",
                    "SALE_REFUND",
                    "BUY",
                    "BUY_REFUND",
                    "CORRECTION_SALE",
                    "CORRECTION_SALE_REFUND",
                    "CORRECTION_BUY",
                    "CORRECTION_BUY_REFUND"),
            880,
            60,
            30,
            10,
            8,
            5,
            4,
            3);
    private static final Weighted BY_PAYMENT =
            new Weighted(List.of("cash", "card", "prepaid", "credit", "barter"), 380, 560, 30, 20, 10);
    private static final Weighted BY_VAT_RATE = new Weighted(
            List.of("20", "10", "7", "5", "0", "none", "20/120", "10/110"), 600, 220, 40, 40, 30, 50, 15, 5);
    private static final Weighted BY_TAX_SYSTEM =
            new Weighted(List.of("general", "simplified", "simplified_net", "patent"), 70, 20, 5, 5);
    private static final Weighted BY_CHANNEL = new Weighted(List.of("shop", "online", "courier"), 80, 15, 5);

    static final List<String> TYPES = BY_TYPE.words();
    static final List<String> PAYMENTS = BY_PAYMENT.words();
    static final List<String> VAT_RATES = BY_VAT_RATE.words();
    static final List<String> DELIVERIES = List.of("courier", "pickup", "post");
    static final List<String> PROMOTIONS = List.of(
            "Ночь \"скидок\" 50%",
            "C:\\promo\\new", "2+1", "tab\there", "Crème brûlée & Co. <b>", "半額セール", "🎄 sale 🎁", "O'Neil's \"best\"");

    private static final List<String> GOODS =
            List.of("Tea", "Kettle", "Чай зелёный", "Brötchen", "Coffee \"Lungo\"", "牛乳", "Milk 3.2 %", "Gift\\Box");

    private Assortment() {}

    static String type(SplittableRandom random) {
        return BY_TYPE.draw(random);
    }

    static String payment(SplittableRandom random) {
        return BY_PAYMENT.draw(random);
    }

    static String vatRate(SplittableRandom random) {
        return BY_VAT_RATE.draw(random);
    }

    static String taxSystem(SplittableRandom random) {
        return BY_TAX_SYSTEM.draw(random);
    }

    static String channel(SplittableRandom random) {
        return BY_CHANNEL.draw(random);
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
}
