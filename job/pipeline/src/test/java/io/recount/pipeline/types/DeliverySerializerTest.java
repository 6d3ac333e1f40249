package io.recount.pipeline.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class DeliverySerializerTest {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");
    private static final String LONG_TEXT = "Ж".repeat(60);

    private final Model model = ModelFile.read(MODELS.resolve("receipts.yaml"));
    private final DeliverySerializer serializer = new DeliverySerializer(new Layout(model));

    @Test
    void deliveriesAreReadAsTheyWereWrittenAlsoByACopyOfTheSerializer() throws Exception {
        List<Delivery> deliveries = deliveries();
        DataOutputSerializer out = new DataOutputSerializer(64);
        for (Delivery delivery : deliveries) {
            serializer.serialize(delivery, out);
        }

        assertThat(deliveries).hasSizeGreaterThan(6);
        assertThat(read(serializer, out, deliveries.size())).isEqualTo(deliveries);
        assertThat(read(serializer.duplicate(), out, deliveries.size())).isEqualTo(deliveries);
        assertThat(read(InstantiationUtil.clone(serializer), out, deliveries.size()))
                .isEqualTo(deliveries);
    }

    @Test
    void aRegisterThatComesAgainIsTheSameText() throws IOException {
        Delivery delivery = deliveries().get(0);
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(delivery, out);
        serializer.serialize(delivery, out);

        List<Delivery> read = read(serializer, out, 2);
        assertThat(read.get(1).document().key()).isSameAs(read.get(0).document().key());
        assertThat(read.get(1).topic()).isSameAs(read.get(0).topic());
    }

    @Test
    void everyThreadHasABufferOfItsOwn() {
        assertThat(serializer.duplicate()).isNotSameAs(serializer);
    }

    private static List<Delivery> read(DeliverySerializer serializer, DataOutputSerializer out, int count)
            throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        List<Delivery> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            read.add(serializer.deserialize(in));
        }
        assertThat(in.available()).isZero();
        return read;
    }

    /** Of the sample, each with short and with long texts. */
    private List<Delivery> deliveries() throws IOException {
        DocumentDecoder decoder = new DocumentDecoder(model, new Layout(model), 1 << 20);
        List<Delivery> deliveries = new ArrayList<>();
        for (String line : Files.readAllLines(MODELS.resolve("receipts.sample.jsonl"))) {
            for (String message :
                    new String[] {line, line.replaceFirst("\\{", "{\"cashier\":\"" + LONG_TEXT + "\",")}) {
                if (decoder.decode(message.getBytes(StandardCharsets.UTF_8)) instanceof Document document) {
                    long offset = 1L << (5 * (deliveries.size() % 12));
                    deliveries.add(new Delivery(
                            "receipts@id",
                            3,
                            offset,
                            1_791_787_269_120L,
                            document,
                            deliveries.size() % 3 == 0
                                    ? Payload.NONE
                                    : Payload.of(message.getBytes(StandardCharsets.UTF_8))));
                }
            }
        }
        return deliveries;
    }
}
