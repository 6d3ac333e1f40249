package io.recount.harness.meters;

import java.util.SplittableRandom;
import java.util.UUID;

/** How a meter names its readings. */
enum IdStyle {
    RANDOM,
    /** The same texts with every meter that counts. */
    COUNTED,
    /** Beyond ASCII and beyond 16 bits. */
    DECORATED;

    static IdStyle of(int index) {
        if (index % 11 == 7) {
            return DECORATED;
        }
        return index % 5 == 3 ? COUNTED : RANDOM;
    }

    /** The id of the meter's reading number {@code number}. */
    String id(long number, SplittableRandom random) {
        return switch (this) {
            case RANDOM -> new UUID(random.nextLong(), random.nextLong()).toString();
            case COUNTED -> "%06d".formatted(number);
            case DECORATED -> "Zähler 🔌 " + number;
        };
    }
}
