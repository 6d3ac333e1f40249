package io.recount.cells.model.draft;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A draft as people get to see it, to the letter: what is guessed, why, and what is to be filled in. */
class DraftFileTest {

    private static final Path EXPECTED =
            Path.of(System.getProperty("recount.root"), "job/cells/src/test/resources/io/recount/cells/model/draft");

    @TempDir
    private Path folder;

    @Test
    void aDraftOfAWholeSample() throws IOException {
        StringBuilder sample = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            sample.append("""
                    {"type":"%s","machine":"M-%d","number":%d,"round":%d,"soldAt":"2026-10-12T09:%02d:00","sentAt":%d,\
                    "void":%b,"price":"%d.50","coins":{%s},"a.b":%d,"long":"%s","tags":{"k%d":"free text %d"}}
                    """.formatted(
                            i % 2 == 0 ? "DAY" : "NIGHT",
                            i % 3,
                            i,
                            i / 5,
                            i,
                            1_791_787_500_000L + i,
                            i == 7,
                            i,
                            i % 4 == 0 ? "\"50\":\"0.50\"" : "\"100\":\"1.00\"",
                            i - 10,
                            "x".repeat(150 + i),
                            i,
                            i));
        }
        sample.append("{\"type\":\"status\",\"machine\":\"M-1\",\"number\":77}\nno json\n");

        assertThat(draft(sample.toString())).isEqualTo(Files.readString(EXPECTED.resolve("whole.yaml")));
    }

    @Test
    void aDraftOfNextToNothing() throws IOException {
        assertThat(draft("{\"amount\":\"1.00\",\"list\":[1]}\n"))
                .isEqualTo(Files.readString(EXPECTED.resolve("little.yaml")));
    }

    private String draft(String lines) throws IOException {
        Path file = Files.writeString(folder.resolve("tickets.jsonl"), lines);
        return ModelDraft.of(Sample.read(file), "tickets.jsonl").yaml();
    }
}
