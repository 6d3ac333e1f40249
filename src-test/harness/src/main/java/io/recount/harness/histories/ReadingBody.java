package io.recount.harness.histories;

import java.util.List;
import java.util.SplittableRandom;

/** What a reading says besides its place: few different values, so that cells and field cells are shared. */
final class ReadingBody implements Wording.Body {

    private static final List<String> TARIFFS = List.of("T1", "T2", "T3");
    private static final List<String> QUALITIES = List.of("measured", "estimated", "substituted", "manual");
    private static final List<String> PHASES = List.of("L1", "L2", "L3");
    private static final List<String> TAGS = List.of("feeder", "группа", "a b");
    private static final List<String> VALUES = List.of("F-1", "", "農業 \"Süd\"", "\uD83D\uDE00", "x\ny\u0000z");
    private static final List<String> REASONS = List.of("", "meter replaced", "no answer\tfor 3 h");
    private static final List<String> BAD_ENERGIES =
            List.of("-1", "0.5", "true", "[5]", "null", "\"\"", "\"12,5\"", "10000000000000000000");

    private final SplittableRandom random;

    ReadingBody(SplittableRandom random) {
        this.random = random;
    }

    @Override
    public void good(Members to) {
        to.text("tariff", any(TARIFFS)).text("quality", any(QUALITIES));
        to.raw("energy", energy(number(random.nextLong(900))));
        if (random.nextInt(2) == 0) {
            to.raw("peakPower", number(random.nextLong(9_000)));
        }
        if (random.nextInt(2) == 0) {
            to.number("temperature", random.nextLong(-250, 380));
        }
        if (random.nextInt(3) == 0) {
            to.number("outages", random.nextLong(3));
        }
        if (random.nextInt(2) == 0) {
            to.number("receivedAt", random.nextLong(1_790_000_000_000L, 1_800_000_000_000L));
        }
        if (random.nextInt(3) != 0) {
            to.raw("cost", cost());
        }
        if (random.nextInt(3) == 0) {
            to.raw("gridFee", random.nextInt(4) == 0 ? "null" : cost());
        }
        if (random.nextInt(4) == 0) {
            to.text("reason", any(REASONS));
        }
        if (random.nextInt(3) != 0) {
            to.raw("voltage", voltage());
        }
        if (random.nextInt(3) != 0) {
            to.raw("tags", tags());
        }
    }

    /** One thing of it can't be read. */
    @Override
    public void bad(Members to) {
        int defect = random.nextInt(10);
        to.text("tariff", defect == 0 ? "T9" : "T1");
        if (defect != 1) {
            to.text("quality", "measured");
        }
        if (defect != 2) {
            to.raw("energy", energy(defect == 3 ? any(BAD_ENERGIES) : "1"));
        }
        switch (defect) {
            case 4 -> to.raw("voltage", "{\"N\":1}");
            case 5 -> to.raw("voltage", "[]");
            case 6 -> to.raw("temperature", "1.5");
            case 7 -> to.raw("tags", "{\"floor\":12}");
            case 8 -> to.text("cost", "1,5");
            case 9 -> to.text("tariff", "T2");
            default -> {}
        }
    }

    private String energy(String active) {
        Members energy = new Members().text("direction", random.nextInt(3) == 0 ? "export" : "import");
        energy.raw("active", active);
        if (random.nextInt(2) == 0) {
            energy.number("counter", random.nextLong(50_000_000));
        }
        if (random.nextInt(3) == 0) {
            energy.number("reactive", random.nextLong(-60, 200));
        }
        return energy.json();
    }

    private String voltage() {
        Members voltage = new Members();
        for (String phase : PHASES) {
            if (random.nextInt(2) == 0) {
                voltage.raw(phase, number(random.nextLong(218_000, 242_000)));
            }
        }
        return voltage.json();
    }

    private String tags() {
        Members tags = new Members();
        for (String tag : TAGS) {
            if (random.nextInt(2) == 0) {
                tags.raw(tag, random.nextInt(12) == 0 ? "null" : Members.quoted(any(VALUES)));
            }
        }
        return tags.json();
    }

    /** As a number or as a text. */
    private String number(long value) {
        return random.nextInt(4) == 0 ? "\"" + value + '"' : Long.toString(value);
    }

    /** Of any sign, sometimes finer than a ten-thousandth. */
    private String cost() {
        String amount = random.nextLong(-500, 5_000) + "." + random.nextInt(10_000);
        return random.nextInt(6) == 0 ? amount : '"' + amount + (random.nextInt(4) == 0 ? "25\"" : "\"");
    }

    private String any(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
