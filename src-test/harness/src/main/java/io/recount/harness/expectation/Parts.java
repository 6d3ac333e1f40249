package io.recount.harness.expectation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one document adds to each measure that it takes part in: 1 to a count, its value to anything else, of a text its hash. Arrays,
 * because there is one for each of millions of documents.
 */
final class Parts {

    private static final BitSet NO_TEXTS = new BitSet();

    private final DeclaredMeasure[] measures;
    private final long[] values;

    /** Whose values were texts; empty if there are no sketches. */
    private final BitSet texts;

    private Parts(DeclaredMeasure[] measures, long[] values, BitSet texts) {
        this.measures = measures;
        this.values = values;
        this.texts = texts;
    }

    /** The parts of a document with these fields; {@code values} by field name, without those that are absent. */
    static Parts of(MeasureIndex declared, Map<String, Object> values) {
        List<DeclaredMeasure> candidates = declared.candidates(values);
        DeclaredMeasure[] measures = new DeclaredMeasure[candidates.size()];
        long[] parts = new long[measures.length];
        BitSet texts = NO_TEXTS;
        int size = 0;
        for (DeclaredMeasure measure : candidates) {
            Long part = part(measure, values);
            if (part != null) {
                measures[size] = measure;
                parts[size] = part;
                if (measure.kind().isSketch()
                        && operand(values.get(measure.field()), measure.key()) instanceof String) {
                    texts = texts.isEmpty() ? new BitSet() : texts;
                    texts.set(size);
                }
                size++;
            }
        }
        return new Parts(Arrays.copyOf(measures, size), Arrays.copyOf(parts, size), texts);
    }

    int size() {
        return measures.length;
    }

    DeclaredMeasure measure(int index) {
        return measures[index];
    }

    long value(int index) {
        return values[index];
    }

    /** Of a measure that is a sketch: the hash of its value, which a text has been replaced by already. */
    long hash(int index) {
        return texts.get(index)
                ? values[index]
                : MessageReading.hash(ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(values[index])
                        .array());
    }

    private static @Nullable Long part(DeclaredMeasure measure, Map<String, Object> values) {
        if (!holds(measure.where(), values)) {
            return null;
        }
        if (measure.field() == null) {
            return 1L;
        }
        Object operand = operand(values.get(measure.field()), measure.key());
        if (operand == null) {
            return null;
        }
        if (measure.kind() == DeclaredMeasure.Kind.COUNT) {
            return 1L;
        }
        if (measure.kind().isSketch()) {
            return operand instanceof String text ? hash(text) : (Long) operand;
        }
        long value = (Long) operand;
        boolean negated = !measure.negate().isEmpty() && holds(measure.negate(), values);
        return negated ? Math.negateExact(value) : value;
    }

    private static long hash(String text) {
        return MessageReading.hash(text.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Object operand(@Nullable Object field, @Nullable String key) {
        if (key == null) {
            return field;
        }
        return field instanceof Map<?, ?> map ? map.get(key) : null;
    }

    private static boolean holds(Map<String, List<String>> conditions, Map<String, Object> values) {
        for (Map.Entry<String, List<String>> condition : conditions.entrySet()) {
            Object value = values.get(condition.getKey());
            if (value == null || !condition.getValue().contains(value.toString())) {
                return false;
            }
        }
        return true;
    }
}
