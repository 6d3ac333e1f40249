package io.recount.pipeline.tables;

import io.recount.cells.Aggregate;
import io.recount.cells.Measures;
import io.recount.cells.PublishedMeasures;
import io.recount.cells.Sketch;
import io.recount.cells.model.Measure;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.RowWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The columns that cells, shifts and field cells have in common: counts, measures and the row's version; cells have sketches. */
final class AggregateColumns {

    private final List<Measure> popular;
    private final List<Measure> sketched;

    /**
     * Which measures have columns of their own.
     *
     * @param popular beside the sparse arrays
     * @param sketched with their sketches
     */
    AggregateColumns(List<Measure> popular, List<Measure> sketched) {
        this.popular = popular;
        this.sketched = sketched;
    }

    List<TableColumn> columns() {
        List<TableColumn> columns = new ArrayList<>();
        columns.add(
                new TableColumn("documents", "UInt64", "T64, ZSTD(1)", "Good documents, the newest version of each"));
        columns.add(new TableColumn("late_documents", "UInt64", "T64, ZSTD(1)", "Those that came after the watermark"));
        columns.add(new TableColumn("errors", "UInt64", "T64, ZSTD(1)", "Documents whose newest version is bad"));
        for (Measure measure : popular) {
            columns.add(new TableColumn(measure.name(), "Int64", "T64, ZSTD(1)", measure.label()));
        }
        columns.add(
                new TableColumn("m_id", "Array(UInt16)", "ZSTD(1)", "Ids of the measures that are there, ascending"));
        columns.add(new TableColumn("m_val", "Array(Int64)", "T64, ZSTD(1)", "Their values; money in minor units"));
        columns.add(new TableColumn("tainted", "UInt8", "", "1: a sum did not fit 64 bits and is held at the bound"));
        sketched.forEach(measure -> columns.addAll(SketchColumns.of(measure)));
        columns.add(new TableColumn("version", "UInt64", "Delta, ZSTD(1)", "The greatest of a key is the valid row"));
        columns.add(
                new TableColumn("epoch", "UInt64", "Delta, ZSTD(1)", "Last checkpoint barrier passed before the row"));
        return columns;
    }

    /** {@code sketches}: of every measure that is sketched. */
    void write(RowWriter row, Aggregate aggregate, List<Sketch> sketches, RowVersion version) {
        PublishedMeasures measures = PublishedMeasures.of(aggregate);
        row.uint64(aggregate.documents()).uint64(aggregate.lateDocuments()).uint64(aggregate.errors());
        for (Measure measure : popular) {
            row.int64(measures.valueOf(measure.id()));
        }
        row.size(measures.size());
        for (int i = 0; i < measures.size(); i++) {
            row.uint16(measures.id(i));
        }
        row.size(measures.size());
        for (int i = 0; i < measures.size(); i++) {
            row.int64(measures.value(i));
        }
        boolean tainted = measures.tainted();
        for (int i = 0; i < sketches.size(); i++) {
            tainted |= sketches.get(i).isTainted();
        }
        row.uint8(tainted ? 1 : 0);
        for (int i = 0; i < sketches.size(); i++) {
            SketchColumns.write(row, sketches.get(i));
        }
        row.uint64(version.version()).uint64(version.epoch());
    }

    /** What {@link #write} wrote, without sketches and the row's version. */
    Aggregate read(byte[] value, Measures of) {
        ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        long documents = in.getLong();
        long lateDocuments = in.getLong();
        long errors = in.getLong();
        in.position(in.position() + popular.size() * Long.BYTES);
        int[] ids = new int[size(in)];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = Short.toUnsignedInt(in.getShort());
        }
        long[] values = new long[size(in)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.getLong();
        }
        return of.ofPublished(documents, lateDocuments, errors, ids, values);
    }

    private static int size(ByteBuffer in) {
        int size = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            size |= (next & 0x7F) << shift;
            if (next >= 0) {
                return size;
            }
        }
    }
}
