package io.recount.cli.errors;

import io.recount.cells.Problem;
import io.recount.pipeline.schema.Schema;
import java.time.Instant;
import java.util.Optional;

/**
 * Which errors are meant.
 *
 * @param from messages that came before are not
 * @param to messages that came then or later are not
 * @param reason for which they are errors; any if it is empty
 */
public record Selection(Optional<Instant> from, Optional<Instant> to, Optional<Problem.Reason> reason) {

    /** Conditions over the columns in which a table has the two. */
    String conditions(String cameAt, String reasonColumn) {
        StringBuilder conditions = new StringBuilder();
        from.ifPresent(time -> conditions.append(" AND %s >= %s".formatted(cameAt, millis(time))));
        to.ifPresent(time -> conditions.append(" AND %s < %s".formatted(cameAt, millis(time))));
        reason.ifPresent(
                code -> conditions.append(" AND %s = %s".formatted(reasonColumn, Schema.literal(code.name()))));
        return conditions.toString();
    }

    private static String millis(Instant time) {
        return "fromUnixTimestamp64Milli(toInt64(" + time.toEpochMilli() + "), 'UTC')";
    }
}
