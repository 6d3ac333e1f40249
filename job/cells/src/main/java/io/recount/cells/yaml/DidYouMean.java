package io.recount.cells.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** The mend for a name that nobody declared: the nearest known one, if it is near enough to be a slip of the pen. */
public final class DidYouMean {

    private static final int LISTED = 16;
    private static final int LONGEST_NAME = 64;

    private DidYouMean() {}

    /** The mend as a sentence; {@code declareIt} is the one when nothing is known. */
    public static String mend(String given, Collection<String> known, String declareIt) {
        return nearest(given, known)
                .map(name -> "Did you mean '" + name + "'?")
                .orElseGet(() -> known.isEmpty() ? declareIt : "Known: " + listed(known) + ".");
    }

    /** The first of the nearest, at most a third of the letters away. */
    public static Optional<String> nearest(String given, Collection<String> known) {
        if (given.length() > LONGEST_NAME) {
            return Optional.empty();
        }
        int tolerance = Math.max(1, given.length() / 3);
        return known.stream()
                .filter(name -> distance(given, name) <= tolerance)
                .min(Comparator.comparingInt(name -> distance(given, name)));
    }

    private static String listed(Collection<String> known) {
        String names = known.stream().limit(LISTED).collect(Collectors.joining(", "));
        return known.size() > LISTED ? names + " and " + (known.size() - LISTED) + " more" : names;
    }

    /** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
    public static int distance(String a, String b) {
        int[] beforePrevious;
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            current[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            beforePrevious = previous;
            previous = current;
            current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    current[j] = Math.min(current[j], beforePrevious[j - 2] + 1);
                }
            }
        }
        return current[b.length()];
    }
}
