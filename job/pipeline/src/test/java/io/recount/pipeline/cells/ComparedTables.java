package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import java.util.List;

/** What was published against what was expected, table by table. */
record ComparedTables(Comparison cells, Comparison shifts, Comparison fieldCells) {

    private static final int MOST_DIFFERENCES = 5;

    static ComparedTables of(DeclaredModel model, Expectation expected, PublishedTables found) {
        return new ComparedTables(
                Comparison.of(
                        model, "cells", expected.sketchedCells(), found.cells().iterator(), MOST_DIFFERENCES),
                Comparison.of(model, "shifts", expected.shifts(), found.shifts().iterator(), MOST_DIFFERENCES),
                Comparison.of(
                        model,
                        "field_cells",
                        expected.fieldCells(),
                        found.fieldCells().iterator(),
                        MOST_DIFFERENCES));
    }

    void assertExact() {
        List.of(cells, shifts, fieldCells).forEach(ComparedTables::assertExact);
    }

    static void assertExact(Comparison comparison) {
        assertThat(comparison.differences())
                .as("%s: %d of %d rows differ", comparison.table(), comparison.differingRows(), comparison.rows())
                .isEmpty();
    }
}
