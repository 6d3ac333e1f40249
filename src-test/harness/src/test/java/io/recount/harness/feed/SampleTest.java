package io.recount.harness.feed;

import static org.assertj.core.api.Assertions.assertThat;

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

    private List<Delivery> read(byte[] content) throws IOException {
        Path file = Files.write(directory.resolve("sample.jsonl"), content);
        List<Delivery> deliveries = new ArrayList<>();
        try (Sample sample = new Sample(file, List.of("register"))) {
            sample.forEachRemaining(deliveries::add);
        }
        return deliveries;
    }
}
