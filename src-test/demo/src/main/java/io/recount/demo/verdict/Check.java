package io.recount.demo.verdict;

/**
 * Two counts that have to be equal.
 *
 * @param what is counted, for people
 */
public record Check(String what, long expected, long found) {

    public boolean holds() {
        return expected == found;
    }

    @Override
    public String toString() {
        return holds()
                ? "%s: %,d".formatted(what, found)
                : "%s: expected %,d, found %,d".formatted(what, expected, found);
    }
}
