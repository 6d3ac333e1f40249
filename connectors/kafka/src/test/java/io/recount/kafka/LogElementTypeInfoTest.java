package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
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

final class LogElementTypeInfoTest {

    private final TypeSerializer<LogElement> serializer =
            LogElementTypeInfo.INSTANCE.createSerializer(new SerializerConfigImpl());

    static Stream<Arguments> elements() {
        return Stream.of(
                Arguments.of(
                        "record-v1",
                        new RawRecord(
                                "receipts@life", 3, 1L << 40, 1_700_000_000_000L, new byte[] {7}, new byte[] {1, 2})),
                Arguments.of("record-tombstone-v1", new RawRecord("receipts@life", 0, 5, -1, null, null)),
                Arguments.of("record-empty-v1", new RawRecord("receipts@life", 0, 5, 0, new byte[0], new byte[0])),
                Arguments.of("position-v1", new LogPosition("receipts@life", 3, 1L << 40)));
    }

    @ParameterizedTest
    @MethodSource("elements")
    void elementsAreWrittenAndReadAsTheyAlwaysWere(String golden, LogElement element) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer.serialize(element, out);
        assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(hex(golden));
        byte[] bytes = HexFormat.of().parseHex(hex(golden));
        assertThat(serializer.deserialize(new DataInputDeserializer(bytes))).isEqualTo(element);
    }

    @Test
    void aRecordIsPrintedByItsPlaceOnly() {
        assertThat(new RawRecord("receipts@life", 3, 9, 0, null, "Jane Doe".getBytes(StandardCharsets.UTF_8)))
                .hasToString("RawRecord[receipts@life-3:9, valueBytes=8]");
    }

    @Test
    void accessIsPrintedWithoutItsProperties() {
        KafkaAccess access = new KafkaAccess(
                "localhost:9092", List.of("receipts"), "recount", Map.of("sasl.jaas.config", "password=hunter2"));
        assertThat(access.toString()).contains("localhost:9092", "receipts").doesNotContain("hunter2");
    }

    private static String hex(String golden) throws IOException {
        try (InputStream in = LogElementTypeInfoTest.class.getResourceAsStream("/golden/" + golden + ".hex")) {
            assertThat(in).as("golden file " + golden).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
        }
    }
}
