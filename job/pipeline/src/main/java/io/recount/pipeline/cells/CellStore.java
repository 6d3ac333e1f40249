package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.DocumentCodec;
import io.recount.cells.DocumentId;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import io.recount.cells.SlotMask;
import io.recount.cells.model.Model;
import io.recount.pipeline.types.DocumentIdSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    private static final MapStateDescriptor<Long, byte[]> FIELD_CELLS =
            new MapStateDescriptor<>("field-cells", LongSerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);

    private final KeyedStateBackend<String> backend;
    private final Paging paging;
    private final DocumentCodec codec;
    private final PackedWriter scratch = new PackedWriter();
    private final PackedWriter scratchOfOne = new PackedWriter();
    private final Measures measures;
    private final Measures fieldMeasures;

    CellStore(KeyedStateBackend<String> backend, Model model, Layout layout, Measures measures, Measures byField) {
        this.backend = backend;
        this.paging = Paging.of(model);
        this.codec = new DocumentCodec(layout, SlotMask.folded(model, layout));
        this.measures = measures;
        this.fieldMeasures = byField;
    }

    /** Has nothing of any register be in state. */
    void clear() throws Exception {
        backend.applyToAllKeys(
                VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, DIRECTORY, (register, state) -> {
                    for (long page : Directory.read(state.value()).pages().keySet()) {
                        of(page, LongSerializer.INSTANCE, CELLS).clear();
                        of(page, LongSerializer.INSTANCE, FIELD_CELLS).clear();
                    }
                    of(CHUNKS).clear();
                    of(SHIFTS).clear();
                    state.clear();
                });
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
        byte[] bytes = of(CELLS, key).get(key.bucketSeconds());
        return bytes == null ? Cell.ofNew(key) : cell(key, bytes);
    }

    private Cell cell(CellKey key, byte[] bytes) {
        PackedReader in = new PackedReader(bytes);
        PackedReader chunks = in.part();
        Cell cell = new Cell(key, measures.decode(in));
        cell.readChunks(chunks);
        return cell;
    }

    void put(Cell cell) throws Exception {
        scratchOfOne.reset();
        cell.writeChunks(scratchOfOne);
        scratch.reset();
        scratch.part(scratchOfOne);
        measures.encode(cell.value(), scratch);
        of(CELLS, cell.key()).put(cell.key().bucketSeconds(), scratch.toBytes());
    }

    /** With its field cells. */
    void removeCell(CellKey key) throws Exception {
        of(CELLS, key).remove(key.bucketSeconds());
        of(FIELD_CELLS, key).remove(key.bucketSeconds());
    }

    /** The buckets of a page whose cells are in state. */
    List<Long> buckets(long page) throws Exception {
        List<Long> buckets = new ArrayList<>();
        of(page, LongSerializer.INSTANCE, CELLS).keys().forEach(buckets::add);
        return buckets;
    }

    Value shift(long shift) throws Exception {
        byte[] bytes = of(SHIFTS).get(shift);
        return new Value(bytes == null ? new Aggregate() : measures.decode(new PackedReader(bytes)));
    }

    /** An empty shift is not kept: nothing is the same as empty. */
    private void putShift(long shift, Aggregate value) throws Exception {
        if (value.isEmpty()) {
            of(SHIFTS).remove(shift);
        } else {
            scratch.reset();
            measures.encode(value, scratch);
            of(SHIFTS).put(shift, scratch.toBytes());
        }
    }

    void removeShift(long shift) throws Exception {
        of(SHIFTS).remove(shift);
    }

    FieldCells fieldCells(CellKey cell) throws Exception {
        FieldCells fieldCells = new FieldCells(cell);
        byte[] bytes = of(FIELD_CELLS, cell).get(cell.bucketSeconds());
        if (bytes != null) {
            fieldCells.read(fieldMeasures, new PackedReader(bytes));
        }
        return fieldCells;
    }

    private void put(FieldCells fieldCells) throws Exception {
        CellKey cell = fieldCells.cell();
        scratch.reset();
        fieldCells.write(fieldMeasures, scratch, scratchOfOne);
        if (scratch.length() == 0) {
            of(FIELD_CELLS, cell).remove(cell.bucketSeconds());
        } else {
            of(FIELD_CELLS, cell).put(cell.bucketSeconds(), scratch.toBytes());
        }
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
        for (FieldCells fieldCells : register.fieldCells.values()) {
            if (fieldCells.isStale()) {
                put(fieldCells);
                fieldCells.written();
            }
        }
        for (Map.Entry<Long, Value> shift : register.shifts.entrySet()) {
            if (shift.getValue().isStale()) {
                putShift(shift.getKey(), shift.getValue().value());
                shift.getValue().written();
            }
        }
    }

    private MapState<Long, byte[]> of(MapStateDescriptor<Long, byte[]> descriptor, CellKey cell) throws Exception {
        return of(paging.pageOf(cell), LongSerializer.INSTANCE, descriptor);
    }

    private <K, V> MapState<K, V> of(MapStateDescriptor<K, V> descriptor) throws Exception {
        return of(VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, descriptor);
    }

    private <N, K, V> MapState<K, V> of(N namespace, TypeSerializer<N> serializer, MapStateDescriptor<K, V> descriptor)
            throws Exception {
        return backend.getPartitionedState(namespace, serializer, descriptor);
    }
}
