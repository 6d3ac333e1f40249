package io.recount.pipeline.tables;

import io.recount.cells.Sketch;
import io.recount.cells.model.Measure;
import io.recount.clickhouse.RowWriter;
import java.util.List;

/**
 * The columns of a sketch: plain arrays, which the server merges with functions that any release has, and which the job
 * compares byte by byte. States of aggregate functions would be neither.
 */
public final class SketchColumns {

    private SketchColumns() {}

    /** None if the measure is no sketch. */
    static List<TableColumn> of(Measure measure) {
        List<String> names = names(measure);
        return switch (measure.kind()) {
            case COUNT, SUM, MIN, MAX, FIRST, LAST -> List.of();
            case UNIQ ->
                List.of(new TableColumn(
                        names.get(0),
                        "Array(UInt64)",
                        "ZSTD(1)",
                        measure.label() + ": the least hashes, 4096 and theta, ascending"));
            case UNIQ_EXACT ->
                List.of(new TableColumn(
                        names.get(0),
                        "Array(UInt64)",
                        "Delta, ZSTD(1)",
                        measure.label()
                                + ": different values, ascending; texts as xxHash64. More than 65536: tainted"));
            case QUANTILE ->
                List.of(
                        new TableColumn(
                                names.get(0),
                                "Array(Float64)",
                                "ZSTD(1)",
                                measure.label() + ": t-digest, means; money in minor units"),
                        new TableColumn(
                                names.get(1),
                                "Array(UInt64)",
                                "T64, ZSTD(1)",
                                measure.label() + ": t-digest, how many values each mean is of"));
        };
    }

    /** What they are called. */
    public static List<String> names(Measure measure) {
        return measure.kind().columnSuffixes().stream()
                .map(suffix -> measure.name() + suffix)
                .toList();
    }

    static void write(RowWriter row, Sketch sketch) {
        if (sketch instanceof Sketch.Distinct distinct) {
            writeAll(row, distinct.values());
        } else if (sketch instanceof Sketch.Digest digest) {
            row.size(digest.means().length);
            for (double mean : digest.means()) {
                row.float64(mean);
            }
            writeAll(row, digest.weights());
        }
    }

    private static void writeAll(RowWriter row, long[] values) {
        row.size(values.length);
        for (long value : values) {
            row.uint64(value);
        }
    }
}
