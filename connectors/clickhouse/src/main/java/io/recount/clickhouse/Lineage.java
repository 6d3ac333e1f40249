package io.recount.clickhouse;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * The timelines a job descends from, oldest first, each with the cut at which it was left.
 *
 * <p>A timeline is one submission of a job; restarts inside a submission keep it. Timelines rise along a lineage.
 *
 * @param ancestors the timelines that were left; empty for a job that began without state
 */
public record Lineage(List<Ancestor> ancestors) implements Serializable {

    /** The lineage of a job that began without state. */
    public static final Lineage NONE = new Lineage(List.of());

    public Lineage {
        ancestors = List.copyOf(ancestors);
        for (int i = 1; i < ancestors.size(); i++) {
            if (ancestors.get(i - 1).timeline() >= ancestors.get(i).timeline()) {
                throw new IllegalArgumentException(
                        "Timeline " + ancestors.get(i).timeline() + " follows "
                                + ancestors.get(i - 1).timeline() + " in a lineage; timelines rise");
            }
        }
    }

    /** This lineage, left at the given cut. */
    public Lineage leftAt(Ancestor cut) {
        return new Lineage(Stream.concat(ancestors.stream(), Stream.of(cut)).toList());
    }
}
