package io.recount.cells.model;

import java.util.Set;
import java.util.stream.IntStream;

/** The mend for an id that is missing or taken. */
final class FreeId {

    private FreeId() {}

    /** @param width how many free ids in a row are needed */
    static String mend(Set<Integer> taken, int greatest, int width) {
        var free = IntStream.rangeClosed(1, greatest - width + 1)
                .filter(id -> IntStream.range(id, id + width).noneMatch(taken::contains))
                .findFirst();
        return free.isPresent()
                ? "Give it an id that no other has or had, e.g. " + free.getAsInt() + "."
                : "All ids up to " + greatest + " are taken: remove an entry.";
    }
}
