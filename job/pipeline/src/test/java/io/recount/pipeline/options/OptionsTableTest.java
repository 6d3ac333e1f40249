package io.recount.pipeline.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.apache.flink.configuration.description.Formatter;
import org.apache.flink.configuration.description.TextElement.TextStyle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What README says of the options is what they say of themselves. */
class OptionsTableTest {

    @Test
    void readmeHasEveryOptionWithItsDefaultAndMeaning() throws Exception {
        List<String> readme = Files.readAllLines(Path.of(System.getProperty("recount.root"), "README.md"));
        List<String> rows = readme.stream()
                .filter(line -> line.matches("\\| `[a-z]+(\\.[a-z]+)+` \\|.*"))
                .toList();
        DescriptionText text = new DescriptionText();

        assertThat(rows)
                .containsExactlyElementsOf(Options.all().stream()
                        .map(option -> "| `%s` | %s | %s |"
                                .formatted(
                                        option.key(), shown(option.defaultValue()), text.format(option.description())))
                        .toList());
    }

    /** Flink's formatter for descriptions, as plain text. */
    private static final class DescriptionText extends Formatter {

        @Override
        protected void formatLink(StringBuilder state, String link, String description) {
            state.append(link);
        }

        @Override
        protected void formatLineBreak(StringBuilder state) {
            state.append(' ');
        }

        @Override
        protected void formatText(StringBuilder state, String format, String[] elements, EnumSet<TextStyle> styles) {
            state.append(String.format(format, (Object[]) elements));
        }

        @Override
        protected void formatList(StringBuilder state, String[] entries) {
            state.append(String.join(", ", entries));
        }

        @Override
        protected Formatter newInstance() {
            return new DescriptionText();
        }
    }

    private static String shown(@Nullable Object value) {
        if (value == null) {
            return "required";
        }
        if (value.equals("")) {
            return "none";
        }
        if (value instanceof Duration duration && duration.toDays() > 0) {
            return "`" + duration.toDays() + " d`";
        }
        if (value instanceof Duration duration) {
            return duration.toSecondsPart() == 0
                    ? "`" + duration.toMinutes() + " min`"
                    : "`" + duration.toSeconds() + " s`";
        }
        return value instanceof List<?> list ? "`" + list.get(0) + "`" : "`" + value + "`";
    }
}
