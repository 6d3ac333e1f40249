package io.recount.cells;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next version of an id, given the versions so far.
 *
 * <p>A message that could not be read, and can be now, takes its own place: the model was mended meanwhile.
 *
 * <p>Laws: folding the versions of an id in any order, any number of times, ends in the same latest version and the same
 * set of stamps (idempotence and order independence); {@code leaves} and {@code joins} of all steps, taken together, move
 * exactly the latest version into its cell.
 */
public final class DocumentFold {

    private DocumentFold() {}

    /**
     * What one version changes.
     *
     * @param tie the version equals that of another message
     * @param after what is known of the id now; the same object as before if nothing changed
     * @param leaves the version that must be retracted from its cell, with its late flag
     * @param joins the version that must be added to its cell, with its late flag
     */
    public record Step(
            Outcome outcome,
            boolean tie,
            History after,
            @Nullable History leaves,
            @Nullable History joins) {}

    /** Folds {@code next}; {@code late} if the watermark had passed its bucket when it came. */
    public static Step fold(@Nullable History before, Document next, boolean late) {
        if (before == null) {
            History first = new History(next, late, List.of());
            return new Step(badOr(next, Outcome.NEW), false, first, null, first);
        }
        Stamp latest = before.latest().stamp();
        if (before.knows(next)) {
            return new Step(Outcome.DUPLICATE, false, before, null, null);
        }
        boolean tie = latest.ties(next.stamp()) || before.older().stream().anyMatch(stamp -> stamp.ties(next.stamp()));
        if (!next.outranks(before.latest())) {
            History after = new History(before.latest(), before.late(), before.olderWith(next.stamp()));
            return new Step(Outcome.SUPERSEDED, tie, after, null, null);
        }
        List<Stamp> older = next.stamp().equals(latest) ? before.older() : before.olderWith(latest);
        History after = new History(next, late, older);
        return new Step(badOr(next, Outcome.CORRECTED), tie, after, before, after);
    }

    private static Outcome badOr(Document document, Outcome otherwise) {
        return document.state() == Document.State.BAD ? Outcome.BAD : otherwise;
    }
}
