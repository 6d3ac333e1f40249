package io.recount.cells.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.recount.cells.yaml.InvalidFileException;
import io.recount.cells.yaml.YamlFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be wrong with a file as a whole, and limits that take more text than an example. */
class ModelFileTest {

    @TempDir
    Path directory;

    @Test
    void aFileThatIsThereIsRead() throws IOException {
        Path file = Files.writeString(directory.resolve("model.yaml"), Resource.text("small.yaml"));
        assertThat(ModelFile.read(file).name()).isEqualTo("tickets");
    }

    @Test
    void aByteOrderMarkIsNoProblem() throws IOException {
        Path file = Files.writeString(directory.resolve("model.yaml"), "\uFEFF" + Resource.text("small.yaml"));
        assertThat(ModelFile.read(file))
                .usingRecursiveComparison()
                .ignoringFields("places.file")
                .isEqualTo(ModelFile.parse("small.yaml", Resource.text("small.yaml")));
    }

    @Test
    void aMissingFileIsNamed() {
        Path file = directory.resolve("modell.yaml");
        assertThat(refused(file)).isEqualTo(file + ":1:1: there is no such file. Give the path of a model file.");
    }

    @Test
    void aDirectoryIsNoModel() {
        assertThat(refused(directory)).isEqualTo(directory + ":1:1: is not a file. Give the path of a model file.");
    }

    @Test
    void anEmptyFileIsNoModel() throws IOException {
        Path file = Files.writeString(directory.resolve("model.yaml"), "# nothing but a comment\n");
        assertThat(refused(file)).isEqualTo(file + ":1:1: the file is empty. Start it with 'recount: 1'.");
    }

    @Test
    void aListIsNoModel() {
        assertThat(refused("- recount\n"))
                .isEqualTo("m:1:1: must be a mapping but is a list. Write key: value pairs, indented or in braces.");
    }

    @Test
    void aByteThatIsNoUtf8IsShownWhereItStands() throws IOException {
        Path file = Files.write(
                directory.resolve("model.yaml"), "recount: 1\nname: kassé\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(refused(file)).isEqualTo(file + ":2:11: not UTF-8: byte 0xE9. Save the file as UTF-8.");
    }

    @Test
    void aHalfCharacterAtTheEndIsNoUtf8() throws IOException {
        Path file = Files.write(directory.resolve("model.yaml"), new byte[] {'a', '\n', (byte) 0xD0});
        assertThat(refused(file)).isEqualTo(file + ":2:1: not UTF-8: byte 0xD0. Save the file as UTF-8.");
    }

    @Test
    void aFileOfMoreThanOneMebibyteIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("model.yaml"), "#".repeat(YamlFile.MOST_BYTES + 1));
        assertThat(refused(file)).startsWith(file + ":1:1: larger than 1048576 bytes.");
        assertThat(refused("#".repeat(YamlFile.MOST_BYTES + 1))).startsWith("m:1:1: larger than 1048576 bytes.");
    }

    @Test
    void bracketsNestedWithoutEndAreRefusedBeforeTheyAreFollowed() {
        assertThat(refused("[".repeat(100_000)))
                .isEqualTo("m:1:17: nested deeper than 16 levels. Close the brackets that were left open above.");
    }

    @Test
    void aSurrogatePairMayStandAnywhere() {
        for (int at = 1_000; at < 1_050; at++) {
            String padded = "#" + "x".repeat(at) + "\uD83D\uDE00\n" + Resource.text("small.yaml");
            assertThat(ModelFile.parse("m", padded).name()).as("pair at %d", at).isEqualTo("tickets");
        }
    }

    @Test
    void halfASurrogatePairIsRefused() {
        assertThat(refused("name: \uD83D")).startsWith("m:1:");
        assertThat(refused("name: \uDE00\n")).startsWith("m:1:");
    }

    @Test
    void aNodeThatHoldsItselfIsRefused() {
        assertThat(refused(Resource.text("small.yaml").replace("enums:\n", "enums: &all\n  self: *all\n")))
                .contains("enums.self.tariff: unknown key 'DAY'. Known: id, name, label.");
    }

    @Test
    void sharedNodesAreReportedOnce() {
        String shared = Resource.text("small.yaml")
                .replace("where: {tariff: [DAY, NIGHT], cancelled: false}", "where: &w {tariff: DUSK}")
                .replace("sum: price, negate", "sum: price, where: *w, negate");
        assertThat(refused(shared).lines())
                .containsExactly("m:41:61: measures.longest.where.tariff: 'DUSK' is no value of enum 'tariff'."
                        + " Known: DAY, NIGHT.");
    }

    @Test
    void moreThan512ColumnsAreRefused() {
        assertThat(ModelFile.parse("m", withFields(512 - 14)).fields()).hasSize(13 + 512 - 14);
        assertThat(refused(withFields(512 - 13)))
                .isEqualTo(
                        "m:12:3: fields: 513 columns, more than 512. Leave out fields that nothing measures or reads;"
                                + " a map takes a column for each key.");
    }

    @Test
    void moreThan5000MeasuresAreRefused() {
        assertThat(refused(withTemplateOver(71)))
                .isEqualTo("m:117:80: measures.{a}_{b}_seen.each: the model has more than 5000 measures."
                        + " Expand over fewer or smaller enums.");
        assertThat(ModelFile.parse("m", withTemplateOver(70)).measures()).hasSize(11 + 70 * 70);
    }

    @Test
    void aProductThatFillsMemoryIsNotExpanded() {
        String vast = "  - {name: \"{a}_{b}_{c}_{d}\", id: {base: 1, a: 1, b: 1, c: 1, d: 1}, count: true,"
                + " each: {a: wide, b: wide, c: wide, d: wide}}\n";
        assertThat(refused(withEnumOf(255) + vast))
                .isEqualTo("m:301:89: measures.{a}_{b}_{c}_{d}.each: the model has more than 5000 measures."
                        + " Expand over fewer or smaller enums.");
    }

    @Test
    void allValuesOfAnEnumMayBeTakenButNoMore() {
        assertThat(ModelFile.parse("m", withEnumOf(255)).enumerations().get(2).values())
                .hasSize(255);
        assertThat(refused(withEnumOf(255).replace("    V255: {id: 255}\n", "    V255: {id: 255}\n    W: {id: 1}\n")))
                .isEqualTo("m:267:13: enums.wide.W.id: id 1 is already that of 'V1'."
                        + " All ids up to 255 are taken: remove an entry.");
    }

    private static String withFields(int count) {
        String more = IntStream.range(0, count)
                .mapToObj("  more_%d: {type: int}\n"::formatted)
                .collect(Collectors.joining());
        return Resource.text("small.yaml").replace("document:\n", more + "document:\n");
    }

    private static String withEnumOf(int count) {
        String values = IntStream.rangeClosed(1, count)
                .mapToObj(id -> "    V%d: {id: %d}\n".formatted(id, id))
                .collect(Collectors.joining());
        return Resource.text("small.yaml").replace("fields:\n", "  wide:\n" + values + "fields:\n");
    }

    private static String withTemplateOver(int count) {
        return withEnumOf(count)
                + "  - {name: \"{a}_{b}_seen\", id: {base: 20000, a: 100, b: 1}, count: true, each: {a: wide, b: wide}}\n";
    }

    private static String refused(Path file) {
        return message(catchThrowableOfType(InvalidFileException.class, () -> ModelFile.read(file)));
    }

    private static String refused(String yaml) {
        return message(catchThrowableOfType(InvalidFileException.class, () -> ModelFile.parse("m", yaml)));
    }

    private static String message(InvalidFileException refused) {
        assertThat(refused).as("accepted").isNotNull();
        return String.valueOf(refused.getMessage());
    }
}
