package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.DocumentCodec;
import io.recount.cells.DocumentId;
import io.recount.cells.FieldCellKey;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import io.recount.cells.SlotMask;
import io.recount.cells.model.Model;
import io.recount.pipeline.types.DocumentIdSerializer;
import io.recount.pipeline.types.FieldCellKeySerializer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.jspecify.annotations.Nullable;

/**
 * What Flink's state holds of a register, which is the current key of the backend: its directory, chunks of documents, and
 * the values last published of cells, shifts and field cells. Cells lie in the namespace of their page, so that those of a
 * page are one range scan.
 *
 * <p>Arrays are handed over in both directions and never changed afterwards.
 */
final class CellStore {

    private static final ValueStateDescriptor<byte[]> DIRECTORY =
            new ValueStateDescriptor<>("directory", BytePrimitiveArraySerializer.INSTANCE);
    private static final MapStateDescriptor<DocumentId, byte[]> CHUNKS =
            new MapStateDescriptor<>("chunks", DocumentIdSerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);
    private static final MapStateDescriptor<Long, byte[]> CELLS =
            new MapStateDescriptor<>("cells", LongSerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);
    private static final MapStateDescriptor<Long, byte[]> SHIFTS =
            new MapStateDescriptor<>("shifts", LongSerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);
    private static final MapStateDescriptor<FieldCellKey, byte[]> FIELD_CELLS = new MapStateDescriptor<>(
            "field-cells", FieldCellKeySerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);

    private final KeyedStateBackend<String> backend;
    private final Paging paging;
    private final DocumentCodec codec;
    private final PackedWriter scratch = new PackedWriter();
    private final Measures measures;
    private final Measures fieldMeasures;

    CellStore(KeyedStateBackend<String> backend, Model model, Layout layout, Measures measures, Measures byField) {
        this.backend = backend;
        this.paging = Paging.of(model);
        this.codec = new DocumentCodec(layout, SlotMask.folded(model, layout));
        this.measures = measures;
        this.fieldMeasures = byField;
    }

    /** Makes a register the current key. */
    void select(String register) {
        if (!register.equals(backend.getCurrentKey())) {
            backend.setCurrentKey(register);
        }
    }

    @Nullable
    Directory directory() throws Exception {
        byte[] bytes = directoryState().value();
        return bytes == null ? null : Directory.read(bytes);
    }

    void put(Directory directory) throws Exception {
        directoryState().update(directory.toBytes());
    }

    private ValueState<byte[]> directoryState() throws Exception {
        return backend.getPartitionedState(VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, DIRECTORY);
    }

    Chunk emptyChunk(DocumentId number) {
        return new Chunk(number, backend.getCurrentKey(), codec, scratch, null);
    }

    /** Empty if there is none. */
    Chunk chunk(DocumentId number) throws Exception {
        return new Chunk(
                number, backend.getCurrentKey(), codec, scratch, of(CHUNKS).get(number));
    }

    /** An empty chunk is not kept. */
    void put(Chunk chunk) throws Exception {
        if (chunk.isEmpty()) {
            of(CHUNKS).remove(chunk.number());
        } else {
            of(CHUNKS).put(chunk.number(), chunk.toBytes());
        }
    }

    /** Empty if there is none. */
    Cell cell(CellKey key) throws Exception {
        byte[] bytes = cells(paging.pageOf(key)).get(key.bucketSeconds());
        return bytes == null ? new Cell(key) : cell(key, bytes);
    }

    private Cell cell(CellKey key, byte[] bytes) {
        PackedReader in = new PackedReader(bytes);
        Set<DocumentId> chunks = new LinkedHashSet<>();
        for (long left = in.unsigned(); left > 0; left--) {
            chunks.add(new DocumentId(in.text(), in.unsigned(), in.text()));
        }
        return new Cell(key, measures.decode(in), chunks);
    }

    void put(Cell cell) throws Exception {
        scratch.reset();
        scratch.unsigned(cell.chunks().size());
        for (DocumentId chunk : cell.chunks()) {
            scratch.text(chunk.scope());
            scratch.unsigned(chunk.number());
            scratch.text(chunk.text());
        }
        measures.encode(cell.value(), scratch);
        cells(paging.pageOf(cell.key())).put(cell.key().bucketSeconds(), scratch.toBytes());
    }

    void removeCell(CellKey key) throws Exception {
        cells(paging.pageOf(key)).remove(key.bucketSeconds());
    }

    /** The buckets of a page whose cells are in state. */
    List<Long> buckets(long page) throws Exception {
        List<Long> buckets = new ArrayList<>();
        cells(page).keys().forEach(buckets::add);
        return buckets;
    }

    Value shift(long shift) throws Exception {
        return new Value(decoded(measures, of(SHIFTS).get(shift)));
    }

    void putShift(long shift, Value value) throws Exception {
        put(of(SHIFTS), shift, value.value(), measures);
    }

    void removeShift(long shift) throws Exception {
        of(SHIFTS).remove(shift);
    }

    FieldCell fieldCell(FieldCellKey key) throws Exception {
        return new FieldCell(key, decoded(fieldMeasures, of(FIELD_CELLS).get(key)));
    }

    void put(FieldCell fieldCell) throws Exception {
        put(of(FIELD_CELLS), fieldCell.key(), fieldCell.value(), fieldMeasures);
    }

    void removeFieldCell(FieldCellKey key) throws Exception {
        of(FIELD_CELLS).remove(key);
    }

    /** Writes the parts of a register that differ from what is in state. */
    void write(Register register) throws Exception {
        select(register.key);
        if (register.isKnown() && register.directory().isStale()) {
            put(register.directory());
            register.directory().written();
        }
        for (Chunk chunk : register.chunks.values()) {
            if (chunk.isStale()) {
                put(chunk);
                chunk.written();
            }
        }
        for (Cell cell : register.cells.values()) {
            if (cell.isStale()) {
                put(cell);
                cell.written();
            }
        }
        for (FieldCell fieldCell : register.fieldCells.values()) {
            if (fieldCell.isStale()) {
                put(fieldCell);
                fieldCell.written();
            }
        }
        for (Map.Entry<Long, Value> shift : register.shifts.entrySet()) {
            if (shift.getValue().isStale()) {
                putShift(shift.getKey(), shift.getValue());
                shift.getValue().written();
            }
        }
    }

    private static Aggregate decoded(Measures measures, byte @Nullable [] bytes) {
        return bytes == null ? new Aggregate() : measures.decode(new PackedReader(bytes));
    }

    /** An empty value is not kept: nothing is the same as empty. */
    private <K> void put(MapState<K, byte[]> state, K key, Aggregate value, Measures of) throws Exception {
        if (value.isEmpty()) {
            state.remove(key);
        } else {
            scratch.reset();
            of.encode(value, scratch);
            state.put(key, scratch.toBytes());
        }
    }

    private MapState<Long, byte[]> cells(long page) throws Exception {
        return of(page, LongSerializer.INSTANCE, CELLS);
    }

    private <K, V> MapState<K, V> of(MapStateDescriptor<K, V> descriptor) throws Exception {
        return of(VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, descriptor);
    }

    private <N, K, V> MapState<K, V> of(N namespace, TypeSerializer<N> serializer, MapStateDescriptor<K, V> descriptor)
            throws Exception {
        return backend.getPartitionedState(namespace, serializer, descriptor);
    }
}
