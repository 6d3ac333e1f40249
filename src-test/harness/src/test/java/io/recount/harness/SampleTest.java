package io.recount.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleTest {

    @TempDir
    private Path directory;

    @Test
    void emptyLinesAndReturnsAreLeftOut() throws IOException {
        List<Delivery> deliveries =
                read("\n{\"register\":\"R\"}\r\n\r\n\n{\"register\":7}\nlast".getBytes(StandardCharsets.UTF_8));
        assertThat(deliveries)
                .extracting(delivery -> new String(delivery.value(), StandardCharsets.UTF_8))
                .containsExactly("{\"register\":\"R\"}", "{\"register\":7}", "last");
        assertThat(deliveries).extracting(Delivery::key).containsExactly("R", null, null);
    }

    @Test
    void bytesStayAsTheyAre() throws IOException {
        byte[] broken = {'{', (byte) 0xC3, 0x28, 0, '}', '\n'};
        assertThat(read(broken).get(0).value()).containsExactly('{', 0xC3, 0x28, 0, '}');
    }

    @Test
    void anEmptyFileHasNoDeliveries() throws IOException {
        assertThat(read(new byte[0])).isEmpty();
    }

    @Test
    void whatWasGeneratedIsReadBack() throws IOException {
        Scenario scenario = Scenario.of(9, 2_000);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        Generate.write(Feed.of(ModelUnderTest.receipts(), scenario), file);
        List<Delivery> generated = new ArrayList<>();
        Feed.of(ModelUnderTest.receipts(), scenario).forEachRemaining(generated::add);
        assertThat(read(file.toByteArray()))
                .extracting(Delivery::value)
                .containsExactlyElementsOf(
                        generated.stream().map(Delivery::value).toList());
    }

    private List<Delivery> read(byte[] content) throws IOException {
        Path file = Files.write(directory.resolve("sample.jsonl"), content);
        List<Delivery> deliveries = new ArrayList<>();
        try (Sample sample = new Sample(file, ModelUnderTest.receipts())) {
            sample.forEachRemaining(deliveries::add);
        }
        return deliveries;
    }
}
