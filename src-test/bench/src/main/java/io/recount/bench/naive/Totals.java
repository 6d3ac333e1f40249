package io.recount.bench.naive;

import io.recount.cells.model.Enumeration;
import io.recount.cells.model.Model;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Adds a receipt to a cell's counts and sums, which have the ids of the model {@code receipts}. What can't be taken back (the
 * least, the greatest, the first and the last) is left out: 245 of 251 measures.
 */
final class Totals implements Serializable {

    private static final long serialVersionUID = 1;
    private static final int SCALE = 2;
    private static final int TYPE_STEP = 20;

    private final Map<String, Integer> types;
    private final Map<String, Integer> payments;
    private final Map<String, Integer> rates;

    Totals(Model model) {
        types = ids(model, "operation");
        payments = ids(model, "payment");
        rates = ids(model, "vat_rate");
    }

    private static Map<String, Integer> ids(Model model, String enumeration) {
        return model.enumerations().stream()
                .filter(each -> each.name().equals(enumeration))
                .flatMap(each -> each.values().stream())
                .collect(Collectors.toMap(Enumeration.Value::value, Enumeration.Value::id));
    }

    /** {@code sign} is 1 to add the receipt and -1 to take it back. */
    void add(Map<Integer, Long> cell, Receipt receipt, int sign) {
        Integer type = types.get(receipt.type);
        if (receipt.deleted || type == null) {
            return;
        }
        long total = minor(receipt.total);
        add(cell, 1, sign);
        switch (receipt.type) {
            case "SALE" -> add(cell, 2, sign * total);
            case "SALE_REFUND" -> add(cell, 2, -sign * total);
            default -> {}
        }
        add(cell, 12, sign * minor(receipt.tips));
        if (receipt.type.equals("SALE") && receipt.channel.equals("online")) {
            add(cell, 13, sign * total);
        }
        add(cell, 14, sign * receipt.markedItems);
        add(cell, 100 + type, sign);
        add(cell, 120 + type, sign * total);
        add(cell, 140 + type, sign * minor(receipt.discount));
        add(cell, 160 + type, sign * receipt.items);
        addEach(cell, receipt.payments, payments, 1_000 + TYPE_STEP * type, sign);
        addEach(cell, receipt.vat, rates, 3_000 + TYPE_STEP * type, sign);
    }

    /** Counts at {@code base}, sums a thousand above. */
    private static void addEach(
            Map<Integer, Long> cell, Map<String, BigDecimal> amounts, Map<String, Integer> ids, int base, int sign) {
        amounts.forEach((key, amount) -> {
            int id = base + ids.getOrDefault(key, 0);
            add(cell, id, sign);
            add(cell, id + 1_000, sign * minor(amount));
        });
    }

    private static void add(Map<Integer, Long> cell, int id, long value) {
        if (value != 0) {
            cell.merge(id, value, Long::sum);
        }
    }

    private static long minor(BigDecimal amount) {
        return amount.movePointRight(SCALE).longValue();
    }
}
