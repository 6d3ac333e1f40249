package io.recount.harness.histories;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a receipt says besides its place: few different values, so that cells and field cells are shared, and every form
 * of writing an amount.
 */
final class ReceiptBody implements Wording.Body {

    private static final List<String> TYPES = List.of(
            "SALE_REFUND",
            "BUY",
            "BUY_REFUND",
            "CORRECTION_SALE",
            "CORRECTION_SALE_REFUND",
            "CORRECTION_BUY",
            "CORRECTION_BUY_REFUND");
    private static final List<String> PAYMENTS = List.of("cash", "card", "prepaid", "credit", "barter");
    private static final List<String> RATES = List.of("20", "10", "7", "5", "0", "none", "20/120", "10/110");
    private static final List<String> CHANNELS = List.of("shop", "online", "courier");
    private static final List<String> FIELDS = List.of("delivery", "стол", "a b");
    private static final List<String> VALUES = List.of("courier", "", "Ночь \"скидок\"", "\uD83D\uDE00", "x\ny\u0000z");
    private static final List<String> BAD_TOTALS = List.of(
            "\"12,50\"",
            "\"\"",
            "\" \"",
            "\"NaN\"",
            "true",
            "[5]",
            "{}",
            "null",
            "1e2000000000",
            "\"1e2000000000\"",
            "\"+1\"",
            "99999999999999999999");

    private final SplittableRandom random;

    ReceiptBody(SplittableRandom random) {
        this.random = random;
    }

    @Override
    public void good(Members to) {
        to.text("type", random.nextInt(2) == 0 ? "SALE" : any(TYPES));
        to.raw("total", amount());
        rest(to);
    }

    /** One thing of it can't be read, whichever model declares at least type, total, payments, items and custom. */
    @Override
    public void bad(Members to) {
        int defect = random.nextInt(9);
        to.text("type", defect == 0 ? "GIFT" : "SALE");
        if (defect != 1) {
            to.raw("total", defect == 2 ? any(BAD_TOTALS) : "\"1.00\"");
        }
        switch (defect) {
            case 3 -> to.raw("payments", "{\"cheque\":\"1.00\"}");
            case 4 -> to.raw("payments", "[]");
            case 5 -> to.number("items", -1);
            case 6 -> to.raw("items", "1.5");
            case 7 -> to.raw("custom", "{\"weight\":12}");
            case 8 -> to.raw("total", "\"2.00\"");
            default -> {}
        }
    }

    private void rest(Members to) {
        if (random.nextInt(4) != 0) {
            to.raw("payments", amounts(PAYMENTS, 3));
        }
        if (random.nextInt(2) == 0) {
            to.raw("vat", amounts(RATES, 2));
        }
        if (random.nextInt(3) == 0) {
            to.raw("discount", amount());
        }
        if (random.nextInt(3) != 0) {
            to.raw("items", random.nextBoolean() ? "" + random.nextInt(9) : "\"" + random.nextInt(9) + "\"");
        }
        if (random.nextInt(4) == 0) {
            to.raw("tips", random.nextInt(3) == 0 ? "null" : amount());
        }
        if (random.nextInt(3) == 0) {
            to.text("channel", any(CHANNELS));
        }
        if (random.nextInt(3) == 0) {
            to.number("markedItems", random.nextInt(5));
        }
        if (random.nextInt(3) != 0) {
            to.raw("custom", custom());
        }
        if (random.nextInt(5) == 0) {
            to.raw("unknown", "[{\"total\":\"1.00\"},null]");
        }
    }

    private String amounts(List<String> keys, int most) {
        List<String> shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, new java.util.Random(random.nextLong()));
        Members amounts = new Members();
        shuffled.subList(0, random.nextInt(most + 1)).forEach(key -> amounts.raw(key, amount()));
        return amounts.json();
    }

    private String custom() {
        Members custom = new Members();
        for (String field : FIELDS) {
            if (random.nextInt(2) == 0) {
                custom.raw(field, random.nextInt(12) == 0 ? "null" : Members.quoted(any(VALUES)));
            }
        }
        return custom.json();
    }

    /** Of any sign, sometimes zero, sometimes large, sometimes finer than a cent. */
    private String amount() {
        long minor = switch (random.nextInt(6)) {
            case 0 -> random.nextLong(-2_000, 2_000);
            case 1 -> 0;
            case 2 -> random.nextLong(1_000_000_000_000L);
            default -> random.nextLong(100_000);
        };
        BigDecimal amount = BigDecimal.valueOf(minor, 2);
        return switch (random.nextInt(8)) {
            case 0 -> amount.toPlainString();
            case 1 -> '"' + amount.toPlainString() + "00\"";
            case 2 -> '"' + amount.toPlainString() + "5\"";
            case 3 -> '"' + "" + minor + "E-2\"";
            default -> '"' + amount.toPlainString() + '"';
        };
    }

    private String any(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
