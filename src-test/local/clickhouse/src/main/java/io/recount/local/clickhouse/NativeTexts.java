package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Texts in native memory, as arrays of pointers and lengths. The memory is given back on close. */
final class NativeTexts implements AutoCloseable {

    private final List<Memory> texts = new ArrayList<>();
    private final long[] lengths;

    NativeTexts(Collection<String> source) {
        lengths = new long[Math.max(1, source.size())];
        for (String text : source) {
            byte[] bytes = text.getBytes(UTF_8);
            Memory memory = new Memory(Math.max(1, bytes.length));
            memory.write(0, bytes, 0, bytes.length);
            lengths[texts.size()] = bytes.length;
            texts.add(memory);
        }
    }

    /** With at least one element, as an array in native memory must have. */
    Pointer[] texts() {
        return texts.isEmpty() ? new Pointer[1] : texts.toArray(Pointer[]::new);
    }

    long[] lengths() {
        return lengths;
    }

    @Override
    public void close() {
        texts.forEach(Memory::close);
    }
}
