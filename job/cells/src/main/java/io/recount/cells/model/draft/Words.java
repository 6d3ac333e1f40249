package io.recount.cells.model.draft;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Names as lists of words: {@code printedAt} and {@code printed_at} are both "printed at". */
final class Words {

    private static final int WHOLE_NAME = 1_000;
    private static final int LAST_WORD = 500;
    private static final int ANY_WORD = 200;

    private Words() {}

    static List<String> of(String name) {
        String spaced = name.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
        return Arrays.stream(spaced.split("[^\\p{L}\\p{N}]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** How well a name answers to one of these words: 0 is not at all; the first word answers best. */
    static int score(String name, List<String> wanted) {
        List<String> words = of(name);
        int best = 0;
        for (int i = 0; i < wanted.size(); i++) {
            String word = wanted.get(i);
            int match = words.equals(List.of(word))
                    ? WHOLE_NAME
                    : !words.contains(word) ? 0 : words.lastIndexOf(word) == words.size() - 1 ? LAST_WORD : ANY_WORD;
            best = Math.max(best, match == 0 ? 0 : match - i);
        }
        return best;
    }
}
