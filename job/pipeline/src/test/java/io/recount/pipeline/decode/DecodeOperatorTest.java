package io.recount.pipeline.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.FrozenLine;
import io.recount.cells.Layout;
import io.recount.cells.Problem.Reason;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.sink.SinkElementTypeInfo;
import io.recount.kafka.LogElement;
import io.recount.kafka.LogPosition;
import io.recount.kafka.RawRecord;
import io.recount.pipeline.decode.DecodeOperator.Limits;
import io.recount.pipeline.types.DeadLetter;
import io.recount.pipeline.types.DeadLetterSerializer;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.DeliverySerializer;
import io.recount.pipeline.types.PackedTypeInfo;
import io.recount.pipeline.types.Payload;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every record is told of exactly once: as a delivery, as a dead letter, or as a count. */
class DecodeOperatorTest {

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
    private static final OutputTag<DeadLetter> DEAD_LETTERS =
            new OutputTag<>("dead-letters", new PackedTypeInfo<>(DeadLetter.class, new DeadLetterSerializer()));
    private static final OutputTag<SinkElement> PROGRESS = new OutputTag<>("progress", SinkElementTypeInfo.INSTANCE);
    private static final int EXCERPT_BYTES = 12;
    private static final FrozenLine LINE = FrozenLine.before(LocalDate.of(2026, 10, 1));
    private static final String RECEIPT = """
            {"kind":"receipt","register":"R","drive":"D","number":1,"shift":1,"printedAt":"2026-10-12T09:30:00Z",\
            "writtenAt":"2026-10-12T09:30:01Z","type":"SALE","total":"1.00"}""";

    private OneInputStreamOperatorTestHarness<LogElement, Delivery> operator;
    private long offset = 40;
    private long checkpoint;

    DecodeOperatorTest() throws Exception {
        operator = open(false);
    }

    private static OneInputStreamOperatorTestHarness<LogElement, Delivery> open(boolean keepsPayload) throws Exception {
        var opened = new OneInputStreamOperatorTestHarness<>(new DecodeOperator(
                MODEL, new Limits(1 << 20, EXCERPT_BYTES, keepsPayload), LINE, DEAD_LETTERS, PROGRESS));
        opened.setup(new DeliverySerializer(new Layout(MODEL)));
        opened.open();
        return opened;
    }

    @AfterEach
    void close() throws Exception {
        operator.close();
    }

    @Test
    void aReceiptWithoutAKafkaKeyIsOneLikeAnyOther() throws Exception {
        send(null, RECEIPT);
        send("R".getBytes(StandardCharsets.UTF_8), RECEIPT);

        assertThat(operator.extractOutputValues())
                .extracting(delivery -> delivery.document().key())
                .containsExactly("R", "R");
        assertThat(barrier().counters()).containsOnlyKeys("read").containsEntry("read", 2L);
    }

    @Test
    void aDocumentOfAFrozenCellIsIgnoredHoweverOftenItComes() throws Exception {
        String frozen = RECEIPT.replace("2026-10-12T09:30:00Z", "2026-09-30T23:59:59Z");
        String atTheLine = RECEIPT.replace("2026-10-12T09:30:00Z", "2026-10-01T00:00:00Z");
        send(null, frozen);
        send(null, frozen);
        send(null, atTheLine);

        assertThat(operator.extractOutputValues()).hasSize(1);
        assertThat(barrier().counters()).containsEntry("read", 3L).containsEntry("ignored(frozen)", 2L);
    }

    @Test
    void aTombstoneIsCountedAndDeletesNothing() throws Exception {
        send(null, RECEIPT);
        send("R".getBytes(StandardCharsets.UTF_8), null);

        assertThat(operator.extractOutputValues()).hasSize(1);
        assertThat(deadLetters()).isEmpty();
        assertThat(barrier().counters()).containsEntry("read", 2L).containsEntry("ignored(tombstone)", 1L);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '`',
            value = {"null, MISSING", "\"\", BLANK", "\" \", BLANK", "\"\\t\", BLANK"})
    void registersWithoutANameAreDeadLettersAndNotPooled(String register, Reason reason) throws Exception {
        send(null, RECEIPT.replace("\"R\"", register));

        assertThat(operator.extractOutputValues()).isEmpty();
        assertThat(deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.problem().reason()).isEqualTo(reason);
            assertThat(letter.problem().sentence()).startsWith("register ");
            assertThat(letter.partition()).isEqualTo(3);
            assertThat(letter.offset()).isEqualTo(40);
            assertThat(letter.excerpt()).isEqualTo(RECEIPT.substring(0, EXCERPT_BYTES));
        });
        assertThat(barrier().counters())
                .containsOnlyKeys("read", "rejected(" + reason.name().toLowerCase(java.util.Locale.ROOT) + ")");
    }

    @Test
    void messagesAreKeptOnlyIfTheyAreAskedFor() throws Exception {
        send(null, RECEIPT);
        send(null, "{");
        assertThat(operator.extractOutputValues()).extracting(Delivery::payload).containsExactly(Payload.NONE);
        assertThat(deadLetters()).extracting(DeadLetter::payload).containsExactly(Payload.NONE);

        operator.close();
        operator = open(true);
        send(null, RECEIPT);
        send(null, "{");
        assertThat(operator.extractOutputValues())
                .extracting(Delivery::payload)
                .containsExactly(Payload.of(RECEIPT.getBytes(StandardCharsets.UTF_8)));
        assertThat(deadLetters())
                .extracting(DeadLetter::payload)
                .containsExactly(Payload.of("{".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void progressIsWhereReadingGoesOnAndEachCountIsToldOnce() throws Exception {
        send(null, RECEIPT);
        send(null, RECEIPT);
        assertThat(barrier().positions()).containsExactly(new Position("receipts", 3, 42));
        send(null, "{");

        Progress next = barrier();
        assertThat(next.positions()).containsExactly(new Position("receipts", 3, 43));
        assertThat(next.counters()).containsEntry("read", 1L).containsEntry("rejected(not_json)", 1L);
        assertThat(operator.getOneInputOperator())
                .isInstanceOfSatisfying(
                        DecodeOperator.class,
                        decode -> assertThat(decode.getRuntimeContext()
                                        .<Long, Long>getAccumulator("read")
                                        .getLocalValue())
                                .as("what the web UI shows")
                                .isEqualTo(3L));
    }

    @Test
    void markersOfTransactionsMoveThePositionAndCountNothing() throws Exception {
        send(null, RECEIPT);
        operator.processElement(new LogPosition("receipts", 3, 43), 0);
        Progress first = barrier();
        assertThat(first.positions()).containsExactly(new Position("receipts", 3, 43));
        assertThat(first.counters()).containsOnlyKeys("read").containsEntry("read", 1L);
        assertThat(first.oldestAppendedMillis()).isEqualTo(1_790_000_000_000L);

        operator.processElement(new LogPosition("receipts", 4, 7), 0);
        Progress second = barrier();
        assertThat(second.positions())
                .as("a move without a record is told, too")
                .containsExactlyInAnyOrder(new Position("receipts", 3, 43), new Position("receipts", 4, 7));
        assertThat(second.counters()).isEmpty();
        assertThat(second.oldestAppendedMillis()).isEqualTo(Progress.NO_RECORDS);
    }

    @Test
    void nothingIsToldAtABarrierWithoutRecordsNorAfterTheEnd() throws Exception {
        operator.prepareSnapshotPreBarrier(++checkpoint);
        assertThat(progress()).isEmpty();

        send(null, RECEIPT);
        operator.getOneInputOperator().finish();
        assertThat(progress()).hasSize(1);
        operator.prepareSnapshotPreBarrier(++checkpoint);
        assertThat(progress()).hasSize(1);
    }

    private void send(byte @Nullable [] key, @Nullable String value) throws Exception {
        byte[] bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        operator.processElement(new RawRecord("receipts", 3, offset++, 1_790_000_000_000L, key, bytes), 0);
    }

    /** The progress in front of a barrier. */
    private Progress barrier() throws Exception {
        int before = progress().size();
        operator.prepareSnapshotPreBarrier(++checkpoint);
        List<Progress> all = progress();
        assertThat(all).hasSize(before + 1);
        return all.get(before);
    }

    private List<Progress> progress() {
        return side(PROGRESS).stream().map(Progress.class::cast).toList();
    }

    private List<DeadLetter> deadLetters() {
        return side(DEAD_LETTERS);
    }

    private <T> List<T> side(OutputTag<T> tag) {
        var records = operator.getSideOutput(tag);
        return records == null
                ? List.of()
                : new ArrayList<>(records.stream().map(StreamRecord::getValue).toList());
    }
}
