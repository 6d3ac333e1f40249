package io.recount.bench.reports;

import java.util.Locale;

/** What is asked for. */
enum Report {
    /** Stores by hour of a month. */
    HOURLY,
    /** Their registers by hour of a month: ten times as many rows. */
    REGISTERS,
    /** Stores by day of a month. */
    DAILY,
    /** Single shifts. */
    SHIFTS,
    /** Values of a merchant's field over a month. */
    FIELD;

    /** Its name in results. */
    String shown() {
        return name().toLowerCase(Locale.ROOT);
    }
}
