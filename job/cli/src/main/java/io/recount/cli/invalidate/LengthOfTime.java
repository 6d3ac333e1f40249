package io.recount.cli.invalidate;

import java.time.Duration;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads lengths of time as the configuration has them: {@code 30 min}. */
public final class LengthOfTime implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        try {
            return TimeUtils.parseDuration(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' is no length of time. Write 30s, 30min or 2h");
        }
    }
}
