package io.recount.bench.throughput;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of things on the command line: {@code 10000000} or {@code 1e7}. */
final class Count implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String text) {
        try {
            int count = new BigDecimal(text).intValueExact();
            if (count > 0) {
                return count;
            }
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is no number; give one such as 2000000 or 2e6");
        } catch (ArithmeticException e) {
            throw new TypeConversionException("'" + text + "' is no count; give a whole number up to 2e9");
        }
        throw new TypeConversionException("'" + text + "' is no count; give at least 1");
    }
}
