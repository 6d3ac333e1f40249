package io.recount.cli.invalidate;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time with its zone, or a date, which stands for its beginning in UTC. */
public final class PointInTime implements ITypeConverter<Instant> {

    private static final int DATE_LENGTH = "2026-01-31".length();

    @Override
    public Instant convert(String text) {
        try {
            return text.length() == DATE_LENGTH
                    ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "'" + text + "' is no time. Write 2026-01-31, which begins at midnight UTC, 2026-01-31T08:00:00Z or"
                            + " 2026-01-31T08:00:00+03:00");
        }
    }
}
