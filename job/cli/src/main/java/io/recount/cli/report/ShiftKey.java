package io.recount.cli.report;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A shift of a register. */
public record ShiftKey(String register, long shift) {

    /** Reads {@code REGISTER:SHIFT}; the register may have colons. */
    public static final class Converter implements ITypeConverter<ShiftKey> {
        @Override
        public ShiftKey convert(String text) {
            int colon = text.lastIndexOf(':');
            try {
                if (colon > 0) {
                    return new ShiftKey(text.substring(0, colon), Long.parseUnsignedLong(text.substring(colon + 1)));
                }
            } catch (NumberFormatException e) {
                throw wrong(text);
            }
            throw wrong(text);
        }

        private static TypeConversionException wrong(String text) {
            return new TypeConversionException(
                    "'" + text + "' is no shift. Write REGISTER:SHIFT, such as R-000017:212");
        }
    }

    /** As a tuple of SQL. */
    public String sql() {
        return "(" + Question.text(register) + ", " + Long.toUnsignedString(shift) + ")";
    }
}
