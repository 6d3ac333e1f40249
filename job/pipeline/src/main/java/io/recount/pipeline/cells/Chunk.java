package io.recount.pipeline.cells;

import io.recount.cells.DocumentCodec;
import io.recount.cells.DocumentId;
import io.recount.cells.History;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is known of up to {@value #SLOTS} ids that follow each other; of ids that are texts, of one. Packed as it is in state:
 * one record an id, in the order in which they changed. Not thread-safe.
 */
final class Chunk extends Part {

    static final int SLOTS = 64;
    private static final int SLOT_BITS = 6;
    private static final int FIRST_BYTES = 256;
    private static final int OVERHEAD_BYTES = 160;
    private static final int NOWHERE = -1;

    private final DocumentId number;
    private final String key;
    private final DocumentCodec codec;
    private final PackedWriter scratch;
    private byte[] bytes;
    private int length;
    private long held;

    /**
     * @param scratch of the thread, to pack in
     * @param packed what {@link #toBytes} gave; null for an empty chunk
     */
    Chunk(DocumentId number, String key, DocumentCodec codec, PackedWriter scratch, byte @Nullable [] packed) {
        this.number = number;
        this.key = key;
        this.codec = codec;
        this.scratch = scratch;
        this.bytes = packed == null ? new byte[FIRST_BYTES] : packed.clone();
        this.length = packed == null ? 0 : packed.length;
        for (int at = 0; at < length; at = endOf(at)) {
            held |= 1L << bytes[at];
        }
    }

    /** The chunk that an id is in: itself an id, with the number of the chunk. */
    static DocumentId numberOf(DocumentId id) {
        return new DocumentId(id.scope(), id.number() >>> SLOT_BITS, id.text());
    }

    private static int slotOf(DocumentId id) {
        return (int) id.number() & (SLOTS - 1);
    }

    DocumentId number() {
        return number;
    }

    boolean holds(DocumentId id) {
        return (held & (1L << slotOf(id))) != 0;
    }

    @Nullable
    History history(DocumentId id) {
        int at = holds(id) ? find(slotOf(id)) : NOWHERE;
        return at == NOWHERE ? null : read(at);
    }

    private int find(int slot) {
        for (int at = 0; at < length; at = endOf(at)) {
            if (bytes[at] == slot) {
                return at;
            }
        }
        return NOWHERE;
    }

    /** A record is its slot, the length of the rest in two bytes, or in four if the first bit is set, and the rest. */
    private int endOf(int at) {
        int start = startOf(at);
        return start + (start == at + 3 ? twoBytes(at + 1) : ((twoBytes(at + 1) & 0x7FFF) << 16) | twoBytes(at + 3));
    }

    private int startOf(int at) {
        return bytes[at + 1] < 0 ? at + 5 : at + 3;
    }

    private int twoBytes(int at) {
        return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
    }

    private History read(int at) {
        DocumentId id = new DocumentId(number.scope(), (number.number() << SLOT_BITS) | bytes[at], number.text());
        return History.readBody(key, id, codec, new PackedReader(bytes, startOf(at), endOf(at)));
    }

    void put(DocumentId id, History history) {
        int slot = slotOf(id);
        if (holds(id)) {
            drop(find(slot));
        }
        scratch.reset();
        history.writeBody(codec, scratch);
        append(slot);
        held |= 1L << slot;
        changed();
    }

    private void append(int slot) {
        int size = scratch.length();
        int needed = length + 5 + size;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length + bytes.length / 2));
        }
        bytes[length++] = (byte) slot;
        if (size > 0x7FFF) {
            bytes[length++] = (byte) ((size >>> 24) | 0x80);
            bytes[length++] = (byte) (size >>> 16);
        }
        bytes[length++] = (byte) (size >>> 8);
        bytes[length++] = (byte) size;
        scratch.copyTo(bytes, length);
        length += size;
    }

    private void drop(int at) {
        int end = endOf(at);
        System.arraycopy(bytes, end, bytes, at, length - end);
        length -= end - at;
    }

    void remove(DocumentId id) {
        if (holds(id)) {
            drop(find(slotOf(id)));
            held &= ~(1L << slotOf(id));
            changed();
        }
    }

    /** The consumer must not change the chunk. */
    void forEach(Consumer<History> consumer) {
        for (int at = 0; at < length; at = endOf(at)) {
            consumer.accept(read(at));
        }
    }

    boolean isEmpty() {
        return held == 0;
    }

    @Override
    int heapBytes() {
        return OVERHEAD_BYTES + bytes.length;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
