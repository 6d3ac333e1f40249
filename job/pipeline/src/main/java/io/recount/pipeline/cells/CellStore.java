package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.DocumentCodec;
import io.recount.cells.DocumentId;
import io.recount.cells.FieldCellKey;
import io.recount.cells.History;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import io.recount.cells.SlotMask;
import io.recount.cells.model.Model;
import io.recount.pipeline.types.CellKeySerializer;
import io.recount.pipeline.types.DocumentIdSerializer;
import io.recount.pipeline.types.FieldCellKeySerializer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.jspecify.annotations.Nullable;

/**
 * What Flink's state holds of a register, which is the current key of the backend.
 *
 * <p>Documents by id, and the ids of a cell; the values last published of cells, shifts and field cells. Cells lie in the
 * namespace of their shift and ids in that of their cell, so that folding a shift or a cell again is one range scan.
 */
final class CellStore {

    private static final MapStateDescriptor<DocumentId, byte[]> DOCUMENTS =
            new MapStateDescriptor<>("documents", DocumentIdSerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);
    private static final MapStateDescriptor<DocumentId, Boolean> MEMBERS =
            new MapStateDescriptor<>("members", DocumentIdSerializer.INSTANCE, BooleanSerializer.INSTANCE);
    private static final MapStateDescriptor<Long, byte[]> CELLS =
            new MapStateDescriptor<>("cells", LongSerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);
    private static final MapStateDescriptor<Long, byte[]> SHIFTS =
            new MapStateDescriptor<>("shifts", LongSerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);
    private static final MapStateDescriptor<FieldCellKey, byte[]> FIELD_CELLS = new MapStateDescriptor<>(
            "field-cells", FieldCellKeySerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);

    private static final ValueStateDescriptor<Boolean> COMPLETE =
            new ValueStateDescriptor<>("complete", BooleanSerializer.INSTANCE);

    private final KeyedStateBackend<String> backend;
    private final DocumentCodec codec;
    private final Measures measures;
    private final Measures fieldMeasures;

    CellStore(KeyedStateBackend<String> backend, Model model, Layout layout, Measures measures, Measures byField) {
        this.backend = backend;
        this.codec = new DocumentCodec(layout, SlotMask.folded(model, layout));
        this.measures = measures;
        this.fieldMeasures = byField;
    }

    /** Whether the state knows all documents of the register; asked only if it began without some. */
    boolean isComplete() throws Exception {
        return Boolean.TRUE.equals(complete().value());
    }

    void setComplete() throws Exception {
        complete().update(true);
    }

    private ValueState<Boolean> complete() throws Exception {
        return backend.getPartitionedState(VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, COMPLETE);
    }

    @Nullable
    History history(DocumentId id) throws Exception {
        byte[] bytes = of(DOCUMENTS).get(id);
        return bytes == null ? null : History.read(backend.getCurrentKey(), codec, new PackedReader(bytes));
    }

    void putHistory(DocumentId id, History history) throws Exception {
        PackedWriter out = new PackedWriter();
        history.write(codec, out);
        of(DOCUMENTS).put(id, out.toBytes());
    }

    void addMember(CellKey cell, DocumentId id) throws Exception {
        of(cell, CellKeySerializer.INSTANCE, MEMBERS).put(id, true);
    }

    void removeMember(CellKey cell, DocumentId id) throws Exception {
        of(cell, CellKeySerializer.INSTANCE, MEMBERS).remove(id);
    }

    /** The newest versions that are in a cell. */
    List<History> members(CellKey cell) throws Exception {
        List<History> members = new ArrayList<>();
        for (DocumentId id : of(cell, CellKeySerializer.INSTANCE, MEMBERS).keys()) {
            History history = history(id);
            if (history == null) {
                throw new IllegalStateException("A cell's member is not among the documents of its register");
            }
            members.add(history);
        }
        return members;
    }

    /** The value last published, empty if none. */
    Aggregate cell(CellKey cell) throws Exception {
        return decoded(measures, cells(cell.shift()).get(cell.bucketSeconds()));
    }

    void putCell(CellKey cell, Aggregate value) throws Exception {
        put(cells(cell.shift()), cell.bucketSeconds(), value, measures);
    }

    /** The fold of all cells of a shift. */
    Aggregate foldShift(long shift) throws Exception {
        Aggregate fold = new Aggregate();
        for (byte[] cell : cells(shift).values()) {
            fold.merge(measures.decode(cell));
        }
        return fold;
    }

    /** The value last published, empty if none. */
    Aggregate shift(long shift) throws Exception {
        return decoded(measures, of(SHIFTS).get(shift));
    }

    void putShift(long shift, Aggregate value) throws Exception {
        put(of(SHIFTS), shift, value, measures);
    }

    /** The value last published, empty if none. */
    Aggregate fieldCell(FieldCellKey key) throws Exception {
        return decoded(fieldMeasures, of(FIELD_CELLS).get(key));
    }

    void putFieldCell(FieldCellKey key, Aggregate value) throws Exception {
        put(of(FIELD_CELLS), key, value, fieldMeasures);
    }

    private static Aggregate decoded(Measures measures, byte @Nullable [] bytes) {
        return bytes == null ? new Aggregate() : measures.decode(bytes);
    }

    /** An empty value is not kept: nothing is the same as empty. */
    private static <K> void put(MapState<K, byte[]> state, K key, Aggregate value, Measures measures) throws Exception {
        if (value.isEmpty()) {
            state.remove(key);
        } else {
            state.put(key, measures.encode(value));
        }
    }

    private MapState<Long, byte[]> cells(long shift) throws Exception {
        return of(shift, LongSerializer.INSTANCE, CELLS);
    }

    private <K, V> MapState<K, V> of(MapStateDescriptor<K, V> descriptor) throws Exception {
        return of(VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, descriptor);
    }

    private <N, K, V> MapState<K, V> of(N namespace, TypeSerializer<N> serializer, MapStateDescriptor<K, V> descriptor)
            throws Exception {
        return backend.getPartitionedState(namespace, serializer, descriptor);
    }
}
