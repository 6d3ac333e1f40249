package io.recount.cells.model.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.model.DocumentRules.IdKind;
import io.recount.cells.model.Field;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.cells.yaml.InvalidFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelDraftTest {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"receipts", "meters"})
    void whatIsGoodByTheShippedModelIsTheSameDocumentByTheDraft(String name) throws IOException {
        Path sample = MODELS.resolve(name + ".sample.jsonl");
        Model drafted =
                model(ModelDraft.of(Sample.read(sample), sample.getFileName().toString()));
        DocumentDecoder byDraft = decoder(drafted);
        DocumentDecoder shipped = decoder(ModelFile.read(MODELS.resolve(name + ".yaml")));
        int good = 0;
        for (String line : Files.readAllLines(sample)) {
            byte[] message = line.getBytes(StandardCharsets.UTF_8);
            if (shipped.decode(message) instanceof Document expected && expected.state() != Document.State.BAD) {
                good++;
                assertThat(byDraft.decode(message)).isInstanceOfSatisfying(Document.class, document -> {
                    assertThat(document.state()).isEqualTo(expected.state());
                    assertThat(document.key()).isEqualTo(expected.key());
                    assertThat(document.id().number()).isEqualTo(expected.id().number());
                    assertThat(document.id().text()).isEqualTo(expected.id().text());
                    assertThat(document.stamp()).isEqualTo(expected.stamp());
                    assertThat(document.timeMicros()).isEqualTo(expected.timeMicros());
                    assertThat(document.cell().shift())
                            .isEqualTo(expected.cell().shift());
                });
            }
        }
        assertThat(good).isEqualTo(8);
        assertThat(drafted.name()).isEqualTo(name);
        assertThat(drafted.ignoreRules()).hasSize(1);
        assertThat(drafted.dimensions()).hasSize(1);
        assertThat(drafted.measures()).hasSizeGreaterThan(10);
    }

    @Test
    void typesFollowFromMostValues() throws IOException {
        assertThat(types("{\"v\":%d}", 1, 2, 3)).isEqualTo("uint");
        assertThat(types("{\"v\":%d}", 1, -2, 3)).isEqualTo("int");
        assertThat(types("{\"v\":\"%d.50\"}", 1, -2, 3)).isEqualTo("money(2)");
        assertThat(types("{\"v\":%d.125}", 1, 2, 3)).isEqualTo("money(3)");
        assertThat(types("{\"v\":\"00%d\"}", 1, 2, 3)).isEqualTo("text");
        assertThat(types("{\"v\":%d}", 1_791_787_500)).isEqualTo("uint");
        assertThat(types("{\"v\":\"2026-10-12T09:41:0%dZ\"}", 1, 2)).isEqualTo("instant(offset)");
        assertThat(types("{\"v\":\"2026-10-12T09:41:0%d\"}", 1, 2)).isEqualTo("instant(local, UTC)");
        assertThat(types("{\"v\":true,\"x\":%d}", 1)).isEqualTo("bool");
        assertThat(types("{\"v\":\"A%d\"}", 1, 2, 1, 2)).isEqualTo("enum(v)");
        assertThat(types("{\"v\":\"A\",\"x\":%d}", 1, 2, 1, 2)).isEqualTo("text");
        assertThat(types("{\"v\":\"free text, %d\"}", 1, 2, 3, 4)).isEqualTo("text");
        assertThat(types("{\"v\":{\"k%d\":\"1.00\",\"k\":\"1.00\"}}", 1, 2)).isEqualTo("map(v_key, money(2))");
        assertThat(types("{\"v\":{\"k%d\":7}}", 1, 2)).isEqualTo("map(v_key, uint)");
        assertThat(types("{\"v\":{\"k%1$d\":\"some %1$d\"}}", 1, 2)).isEqualTo("map(text)");
    }

    @Test
    void numbersSince1970AreTimesWhereTheirNameSaysSo() throws IOException {
        assertThat(field("{\"soldAt\":%d}", 1_791_787_500)).isEqualTo("sold_at instant(epoch_s)");
        assertThat(field("{\"time\":%d000}", 1_791_787_500)).isEqualTo("time instant(epoch_ms)");
        assertThat(field("{\"ts\":%d000000}", 1_791_787_500)).isEqualTo("ts instant(epoch_us)");
        assertThat(field("{\"counter\":%d}", 1_791_787_500)).isEqualTo("counter uint");
    }

    @Test
    void aRoleThatNothingIsKnownOfIsAskedFor() throws IOException {
        ModelDraft draft = draft("""
                {"amount":"1.00","colour":"red"}
                {"amount":"2.00","colour":"red"}
                """);
        assertThat(draft.missing())
                .hasSize(4)
                .allSatisfy(sentence -> assertThat(sentence).matches("document\\.\\w+: .*Fill in a field of type .*"));
        assertThat(draft.yaml()).contains("# key: FIELD # fill in: a field of type text");
        assertThatThrownBy(() -> model(draft))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("'key' is missing");
    }

    @Test
    void keysOfAnyAlphabetAndWordsOfSqlBecomeFields() throws IOException {
        Model model = model(draft("""
                {"store":"S","select":1,"a.b":1,"a_b":2,"aB":"3.00","Größe":1,"#":1,"":1,"time":"2026-10-12T09:41:00Z","version":1,"id":"x","shift":1,"in":{"order":1,"no":"\\u0007 \\"\\\\ й"},"list":[1],"nothing":null}
                {"store":"S","select":1,"a.b":1,"a_b":2,"aB":"3.00","Größe":1,"#":1,"":1,"time":"2026-10-12T09:41:00Z","version":2,"id":"y","shift":1,"in":{"order":1}}
                """));
        assertThat(model.fields())
                .extracting(Field::name)
                .contains("store_key", "select_value", "a_b", "a_b_2", "a_b_3", "in_order", "in_no")
                .doesNotContain("list", "nothing");
        assertThat(model.document().key()).isEqualTo("store_key");
        assertThat(model.document().ids()).isEqualTo(IdKind.RANDOM);
        assertThat(model.document().shift()).isEqualTo("shift");
    }

    @Test
    void moreColumnsThanTheTablesTakeAreLeftOut() throws IOException {
        String many =
                IntStream.range(0, 2_000).mapToObj(i -> "\"f" + i + "\":" + i).collect(Collectors.joining(","));
        ModelDraft draft = draft(
                "{\"device\":\"D\",\"time\":\"2026-10-12T09:41:00Z\",\"version\":1,\"id\":\"x\",%s}\n".formatted(many));
        Model model = model(draft);
        assertThat(model.fields()).hasSize(480);
        assertThat(model.measures()).extracting(Measure::id).doesNotHaveDuplicates();
        assertThat(draft.yaml()).contains("# Left out: f1999 (more than 480 columns).");
    }

    @Test
    void aMinorityOfBadValuesChangesNoType() throws IOException {
        String yaml = draft("{\"total\":\"1.00\"}\n".repeat(9) + "{\"total\":\"1,00\"}\nno json\n")
                .yaml();
        assertThat(yaml)
                .contains("10 of 11 lines are JSON objects")
                .contains("total: {type: money(2)} # guessed: 9 of 10 values, in 10 of 10 messages");
    }

    @Test
    void aSlipInAThousandChangesNoStructure() throws IOException {
        String line = "{\"meter\":{\"serial\":\"M\",\"firmware\":\"%s\"},\"revision\":%d}\n";
        String yaml = draft(line.formatted("1", 1).repeat(999)
                        + line.formatted("2", -1)
                        + "{\"meter\":{\"serial\":null,\"firmware\":\"1\"},\"revision\":1}\n")
                .yaml();
        assertThat(yaml)
                .contains("meter_serial: {type: text,")
                .contains("revision: {type: uint} # guessed: 1000 of 1001");
    }

    @Test
    void aSampleWithoutMessagesIsRefused() throws IOException {
        assertThatThrownBy(() -> draft("no json\n[1]\n\n"))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("no line is a JSON object");
        assertThatThrownBy(() -> Sample.read(folder.resolve("absent.jsonl")))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("there is no such file");
    }

    @Test
    void onlyTheFirstTenThousandLinesAreRead() throws IOException {
        Path file = Files.writeString(folder.resolve("long.jsonl"), "{\"a\":1}\n".repeat(12_000));
        assertThat(Sample.read(file).lines()).isEqualTo(10_000);
    }

    /** The notation of the field v. */
    private String types(String template, Integer... values) throws IOException {
        return lines(template, values)
                .filter(line -> line.startsWith("v "))
                .findFirst()
                .orElseThrow()
                .substring(2);
    }

    private String field(String template, Integer... values) throws IOException {
        return lines(template, values).findFirst().orElseThrow();
    }

    private Stream<String> lines(String template, Integer... values) throws IOException {
        StringBuilder sample = new StringBuilder();
        for (Integer value : values) {
            sample.append(template.formatted(value)).append('\n');
        }
        Path file = Files.writeString(folder.resolve("sample.jsonl"), sample);
        return new FieldGuesses(Sample.read(file))
                .fields().stream().map(field -> field.name() + " " + field.notation());
    }

    private ModelDraft draft(String lines) throws IOException {
        Path file = Files.writeString(folder.resolve("sample.jsonl"), lines);
        return ModelDraft.of(Sample.read(file), "sample.jsonl");
    }

    private static Model model(ModelDraft draft) {
        return ModelFile.parse("draft.yaml", draft.yaml());
    }

    private static DocumentDecoder decoder(Model model) {
        return new DocumentDecoder(model, new Layout(model), 1 << 20);
    }
}
