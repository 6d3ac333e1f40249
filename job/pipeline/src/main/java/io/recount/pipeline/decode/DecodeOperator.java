package io.recount.pipeline.decode;

import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.FrozenLine;
import io.recount.cells.Layout;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.decode.MessageHash;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.SinkElement;
import io.recount.kafka.LogElement;
import io.recount.kafka.RawRecord;
import io.recount.pipeline.types.Counters;
import io.recount.pipeline.types.DeadLetter;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Payload;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Emits deliveries; to the side dead letters and, in front of every barrier, how far it has read and what it counted.
 *
 * <p>Chained to the source, so that one subtask sees all records of a partition in order. It has no state: on a restart
 * the source reads again from the checkpoint, and the aggregator of the sink remembers positions and sums.
 */
public final class DecodeOperator extends AbstractStreamOperator<Delivery>
        implements OneInputStreamOperator<LogElement, Delivery> {

    /** Names the rule by which documents of frozen cells are ignored. */
    public static final String FROZEN = "frozen";

    private static final long serialVersionUID = 1L;
    private static final byte[] NO_BYTES = {};

    private static final long GREATEST_MILLIS =
            Instant.parse("2262-01-01T00:00:00Z").toEpochMilli();

    private final Model model;
    private final Limits limits;
    private final FrozenLine frozen;
    private final OutputTag<DeadLetter> deadLetters;
    private final OutputTag<SinkElement> progress;

    private transient DocumentDecoder decoder;
    private transient Counters counters;
    private transient Map<TopicPartition, Long> nextOffsets;
    private transient long oldestAppendedMillis;
    private transient boolean moved;
    private transient boolean finished;

    /**
     * What is read and shown of a message.
     *
     * @param messageBytes larger messages are rejected
     * @param excerptBytes how much of a rejected message its dead letter shows; 0 shows nothing
     * @param keepsPayload whether documents and dead letters come with their message
     */
    public record Limits(int messageBytes, int excerptBytes, boolean keepsPayload) implements Serializable {}

    /** {@code frozen}: documents that are placed before it are counted and ignored. */
    public DecodeOperator(
            Model model,
            Limits limits,
            FrozenLine frozen,
            OutputTag<DeadLetter> deadLetters,
            OutputTag<SinkElement> progress) {
        this.model = model;
        this.limits = limits;
        this.frozen = frozen;
        this.deadLetters = deadLetters;
        this.progress = progress;
    }

    @Override
    public void open() throws Exception {
        super.open();
        decoder = new DocumentDecoder(model, new Layout(model), limits.messageBytes());
        counters = new Counters();
        nextOffsets = new HashMap<>();
        oldestAppendedMillis = Progress.NO_RECORDS;
    }

    @Override
    public void processElement(StreamRecord<LogElement> element) {
        LogElement read = element.getValue();
        nextOffsets.put(new TopicPartition(read.log(), read.partition()), read.nextOffset());
        moved = true;
        if (read instanceof RawRecord raw) {
            decode(raw);
        }
    }

    private void decode(RawRecord raw) {
        counters.add(Counters.READ);
        oldestAppendedMillis = Math.min(oldestAppendedMillis, raw.appendedAtMillis());
        Decoded decoded = decoder.decode(raw.value());
        if (decoded instanceof Document document && frozen.isFrozen(document.cell())) {
            counters.add(Counters.ignored(FROZEN));
        } else if (decoded instanceof Document document) {
            output.collect(new StreamRecord<>(new Delivery(
                    raw.log(), raw.partition(), raw.offset(), appendedAtMillis(raw), document, payload(raw))));
        } else if (decoded instanceof Decoded.Ignored ignored) {
            counters.add(Counters.ignored(ignored.rule()));
        } else if (decoded instanceof Decoded.Rejected rejected) {
            counters.add(Counters.rejected(rejected.problem().reason().name()));
            output.collect(deadLetters, new StreamRecord<>(deadLetter(raw, rejected)));
        }
    }

    private DeadLetter deadLetter(RawRecord raw, Decoded.Rejected rejected) {
        byte[] value = raw.value();
        return new DeadLetter(
                raw.log(),
                raw.partition(),
                raw.offset(),
                appendedAtMillis(raw),
                MessageHash.of(value == null ? NO_BYTES : value),
                value == null ? 0 : value.length,
                rejected.problem(),
                excerpt(value),
                payload(raw));
    }

    private Payload payload(RawRecord raw) {
        byte[] value = raw.value();
        return limits.keepsPayload() && value != null ? Payload.of(value) : Payload.NONE;
    }

    /** Producers set a record's time as they like; tables hold 1970 to 2262. */
    private static long appendedAtMillis(RawRecord raw) {
        return Math.max(0, Math.min(raw.appendedAtMillis(), GREATEST_MILLIS));
    }

    private String excerpt(byte @Nullable [] value) {
        int length = value == null ? 0 : Math.min(value.length, limits.excerptBytes());
        return new String(value == null ? NO_BYTES : value, 0, length, StandardCharsets.UTF_8);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        if (!finished) {
            emitProgress();
        }
    }

    /** The last progress; nothing may be emitted at the barriers that follow the end of input. */
    @Override
    public void finish() throws Exception {
        emitProgress();
        finished = true;
        super.finish();
    }

    private void emitProgress() {
        List<Position> positions = nextOffsets.entrySet().stream()
                .map(entry ->
                        new Position(entry.getKey().topic(), entry.getKey().partition(), entry.getValue()))
                .toList();
        if (moved) {
            Map<String, Long> counts = counters.drain();
            Counters.show(counts, getRuntimeContext());
            output.collect(
                    progress,
                    new StreamRecord<>(new Progress(positions, counts, Progress.NO_WATERMARK, oldestAppendedMillis)));
            oldestAppendedMillis = Progress.NO_RECORDS;
            moved = false;
        }
    }
}
