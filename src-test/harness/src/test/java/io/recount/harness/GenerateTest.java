package io.recount.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.Sample;
import io.recount.harness.feed.Scenario;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"receipts", "meters"})
    void whatIsWrittenIsReadBack(String name) throws IOException {
        DeclaredModel model = ModelUnderTest.shipped(name);
        Scenario scenario = Scenario.of(9, 2_000);
        Path file = directory.resolve("generated.jsonl");
        try (OutputStream out = Files.newOutputStream(file)) {
            Generate.write(Feed.of(model, scenario), out);
        }
        List<byte[]> generated = new ArrayList<>();
        Feed.of(model, scenario).forEachRemaining(delivery -> generated.add(delivery.value()));
        List<Delivery> read = new ArrayList<>();
        try (Sample sample = new Sample(file, model.keyPath())) {
            sample.forEachRemaining(read::add);
        }
        assertThat(read).extracting(Delivery::value).containsExactlyElementsOf(generated);
    }
}
