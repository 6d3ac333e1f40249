package io.recount.bench.backfill;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured.
 *
 * @param documents in the table, loaded ones included
 * @param cells that have the new measures now
 * @param seconds from the start under the full model to the last commit of its fill
 * @param samples of old measures while it was filled, {@code unsteady} of which were not what they were before
 * @param promises samples that said what is valid, {@code broken} of which said something else than they should
 * @param wrong cells, shifts and field cells of copies that differ from those they should equal
 * @param audited what an audit of a sample said, {@code isClean} if it found no difference
 */
record EvolveResult(
        long documents,
        long cells,
        double seconds,
        int samples,
        int unsteady,
        int promises,
        int broken,
        long wrong,
        String audited,
        boolean isClean) {

    boolean isRight() {
        return isClean && wrong == 0 && unsteady == 0 && broken == 0 && samples > 1 && promises > 1;
    }

    List<String> lines() {
        return List.of(
                "%,d documents, %,d cells filled in %.1f s: %,.0f documents/s"
                        .formatted(documents, cells, seconds, documents / seconds),
                "old measures: %d samples of all cells and shifts, %d differ".formatted(samples, unsteady),
                "validity of new ones: %d samples, %d are not what they should be".formatted(promises, broken),
                "copies: %,d rows differ from their originals".formatted(wrong),
                "audit of every measure: " + audited);
    }

    /** The same for programs. */
    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("documents", documents);
        values.put("cells", cells);
        values.put("seconds", seconds);
        values.put("documentsPerSecond", documents / seconds);
        values.put("samples", samples);
        values.put("right", isRight());
        return values;
    }
}
