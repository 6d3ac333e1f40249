package io.recount.cli;

import java.util.LinkedHashSet;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The option of all commands that can be about some registers; their subcommands have it, too. */
final class RegistersOption {

    @Option(
            names = "--registers",
            scope = ScopeType.INHERIT,
            split = ",",
            paramLabel = "NAME",
            converter = Name.class,
            description = "Only these registers; separated by commas, or repeated. Default: all.")
    private List<String> registers = List.of();

    /** A name of no characters would be one that nobody has meant. */
    private static final class Name implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            if (text.isBlank()) {
                throw new TypeConversionException("one is blank. Write names of registers, or leave it out for all");
            }
            return text;
        }
    }

    /** Each once; none: all. */
    List<String> registers() {
        return List.copyOf(new LinkedHashSet<>(registers));
    }
}
