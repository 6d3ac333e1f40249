package io.recount.cells.model.draft;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Texts as they are written in YAML: plain where nothing can be misread, else in double quotes. */
final class YamlScalar {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final List<String> WORDS = List.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private YamlScalar() {}

    static String of(String text) {
        return PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT)) ? text : quoted(text);
    }

    static String list(List<String> texts) {
        return texts.stream().map(YamlScalar::of).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (isPrintable(c)) {
                quoted.append((char) c);
            } else {
                quoted.append("\\u%04X".formatted(c));
            }
        });
        return quoted.append('"').toString();
    }

    /** Of what YAML calls printable, without line breaks and the few that readers disagree about. */
    private static boolean isPrintable(int c) {
        boolean ascii = c >= ' ' && c < 0x7F;
        boolean beyond = c > 0xA0 && c < 0xFF00 && c != 0x2028 && c != 0x2029;
        return ascii || (beyond && !Character.isSurrogate((char) c));
    }
}
