package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Progress;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class FormatsTest {

    private static final Progress WITHOUT_AGE =
            new Progress(Samples.PROGRESS.positions(), Samples.PROGRESS.counters(), Samples.PROGRESS.watermarkMillis());

    static Stream<Arguments> written() {
        CommittableFormat committables = new CommittableFormat();
        WriteResultFormat results = new WriteResultFormat();
        return Stream.of(
                Arguments.of(
                        "committable-block-v3",
                        committables,
                        Samples.block("totals", 202401, 3).on(1)),
                Arguments.of("committable-seal-v3", committables, Samples.SEALED),
                Arguments.of(
                        "result-block-v3",
                        results,
                        Samples.block("totals", -1, 0).on(1)),
                Arguments.of("result-progress-v3", results, new WriteResult.Reported(Samples.PROGRESS)),
                Arguments.of("seal-v1", new SealFormat(), Samples.SEAL));
    }

    @ParameterizedTest
    @MethodSource("written")
    <T> void stateIsWrittenAndReadAsItAlwaysWas(String golden, VersionedFormat<T> format, T value) throws IOException {
        Golden.assertSame(golden, format.serialize(value));
        assertThat(format.deserialize(format.getVersion(), Golden.bytes(golden)))
                .isEqualTo(value);
    }

    static Stream<Arguments> writtenBeforeThereWereShards() {
        CommittableFormat committables = new CommittableFormat();
        WriteResultFormat results = new WriteResultFormat();
        Committable.Sealed sealed =
                new Committable.Sealed(new Submission("first", "receipts 1", List.of(1)), Samples.SEAL);
        return Stream.of(
                Arguments.of("committable-block-v1", committables, Samples.block("totals", 202401, 3)),
                Arguments.of("committable-seal-v1", committables, sealed),
                Arguments.of("result-block-v1", results, Samples.block("totals", -1, 0)),
                Arguments.of("result-progress-v1", results, new WriteResult.Reported(WITHOUT_AGE)));
    }

    @ParameterizedTest
    @MethodSource("writtenBeforeThereWereShards")
    <T> void stateOfTheFirstVersionBelongsToTheFirstShard(String golden, VersionedFormat<T> format, T value)
            throws IOException {
        assertThat(format.deserialize(1, Golden.bytes(golden))).isEqualTo(value);
    }

    static Stream<Arguments> writtenBeforeRecordsHadAnAge() {
        CommittableFormat committables = new CommittableFormat();
        WriteResultFormat results = new WriteResultFormat();
        return Stream.of(
                Arguments.of(
                        "committable-block-v2",
                        committables,
                        Samples.block("totals", 202401, 3).on(1)),
                Arguments.of(
                        "committable-seal-v2", committables, new Committable.Sealed(Samples.SEALED.by(), Samples.SEAL)),
                Arguments.of(
                        "result-block-v2",
                        results,
                        Samples.block("totals", -1, 0).on(1)),
                Arguments.of("result-progress-v2", results, new WriteResult.Reported(WITHOUT_AGE)));
    }

    @ParameterizedTest
    @MethodSource("writtenBeforeRecordsHadAnAge")
    <T> void stateOfTheSecondVersionTellsNoAge(String golden, VersionedFormat<T> format, T value) throws IOException {
        assertThat(format.deserialize(2, Golden.bytes(golden))).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("written")
    <T> void stateOfANewerVersionIsRefused(String golden, VersionedFormat<T> format, T value) {
        int newer = format.getVersion() + 1;
        assertThatThrownBy(() -> format.deserialize(newer, Golden.bytes(golden)))
                .hasMessageContaining("of version " + newer + " and this job reads versions up to " + (newer - 1))
                .hasMessageContaining("Next:");
    }

    @ParameterizedTest
    @MethodSource("written")
    <T> void damagedStateIsRefused(String golden, VersionedFormat<T> format, T value) throws IOException {
        byte[] bytes = Golden.bytes(golden);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> format.deserialize(format.getVersion(), longer))
                .hasMessageContaining("damaged");
        assertThatThrownBy(() -> format.deserialize(format.getVersion(), shorter))
                .isInstanceOf(IOException.class);
    }

    @Test
    void nothingPrintsARow() {
        assertThat(Samples.block("totals", 1, 2).toString())
                .contains("totals", "shard=1", "partition=1", "ordinal=2", "rows=2")
                .doesNotContain("9, 8, 7");
        assertThat(Samples.row(1, 2, 3, 4, 5).toString())
                .isEqualTo("TableRow[table=1, partition=2, version=3, bytes=12]");
        assertThat(Samples.SEALED.toString()).isEqualTo("Seal[timeline=200, checkpoint=7]");
    }

    static Stream<Arguments> elements() {
        return Stream.of(
                Arguments.of("element-row-v2", Samples.row(1, 202401, 1L << 50, 77, -5)),
                Arguments.of("element-progress-v2", Samples.PROGRESS));
    }

    @ParameterizedTest
    @MethodSource("elements")
    void elementsAreWrittenAndReadAsTheyAlwaysWere(String golden, SinkElement element) throws IOException {
        TypeSerializer<SinkElement> serializer =
                SinkElementTypeInfo.INSTANCE.createSerializer(new SerializerConfigImpl());
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer.serialize(element, out);
        Golden.assertSame(golden, out.getCopyOfBuffer());
        assertThat(serializer.deserialize(new DataInputDeserializer(Golden.bytes(golden))))
                .isEqualTo(element);
    }

    @Test
    void twoElementsCopiedFromViewToViewStayTwo() throws IOException {
        SinkElementSerializer serializer = SinkElementSerializer.INSTANCE;
        TableRow row = Samples.row(0, 0, 1, 2, 3);
        Progress progress = new Progress(List.of(), Map.of(), Progress.NO_WATERMARK);
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer.serialize(row, out);
        serializer.serialize(progress, out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        DataOutputSerializer copied = new DataOutputSerializer(16);
        serializer.copy(in, copied);
        serializer.copy(in, copied);
        assertThat(copied.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
    }
}
