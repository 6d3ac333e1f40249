package io.recount.clickhouse.check;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A setting of the user, and how far the user may change it.
 *
 * @param readonly whether the user may not change it
 * @param min the least value the user may give it; null for any
 * @param max the greatest; null for any
 */
record ServerSetting(
        String name,
        String value,
        boolean readonly,
        @Nullable String min,
        @Nullable String max) {

    /** Whether an insert can have the value. */
    boolean allows(String wanted) {
        return value.equals(wanted) || (!readonly && isAtLeast(wanted, min) && isAtLeast(max, wanted));
    }

    private static boolean isAtLeast(@Nullable String greater, @Nullable String less) {
        if (greater == null || less == null) {
            return true;
        }
        try {
            return new BigDecimal(greater).compareTo(new BigDecimal(less)) >= 0;
        } catch (NumberFormatException e) {
            // Words have no order; the server would refuse the constraint.
            return true;
        }
    }
}
