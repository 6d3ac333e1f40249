package io.recount.cli.errors;

import io.recount.cells.Problem;
import io.recount.pipeline.schema.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which errors are meant.
 *
 * @param from messages that came before are not
 * @param to messages that came then or later are not
 * @param registers of others they are not, nor of none; empty: all
 * @param reason for which they are errors; any if it is empty
 */
public record Selection(
        Optional<Instant> from, Optional<Instant> to, List<String> registers, Optional<Problem.Reason> reason) {

    public Selection {
        registers = List.copyOf(registers);
    }

    /** Conditions over the columns, or expressions, in which a table has the three. */
    String conditions(String cameAt, String reasonColumn, String register) {
        StringBuilder conditions = new StringBuilder();
        from.ifPresent(time -> conditions.append(" AND %s >= %s".formatted(cameAt, millis(time))));
        to.ifPresent(time -> conditions.append(" AND %s < %s".formatted(cameAt, millis(time))));
        reason.ifPresent(
                code -> conditions.append(" AND %s = %s".formatted(reasonColumn, Schema.literal(code.name()))));
        if (!registers.isEmpty()) {
            conditions
                    .append(" AND ")
                    .append(register)
                    .append(registers.stream().map(Schema::literal).collect(Collectors.joining(", ", " IN (", ")")));
        }
        return conditions.toString();
    }

    private static String millis(Instant time) {
        return "fromUnixTimestamp64Milli(toInt64(" + time.toEpochMilli() + "), 'UTC')";
    }
}
