package io.recount.cells.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.DocumentRules.IdKind;
import io.recount.cells.model.Measure.Kind;
import io.recount.cells.model.Measure.Operand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a right model means, down to defaults. */
class SmallModelTest {

    private final Model model = ModelFile.parse("small.yaml", Resource.text("small.yaml"));

    @Test
    void fieldsKeepTheOrderOfTheFile() {
        assertThat(model.fields())
                .map(Field::name)
                .containsExactly(
                        "machine",
                        "roll",
                        "number",
                        "round",
                        "sold_at",
                        "sent_at",
                        "cancelled",
                        "tariff",
                        "price",
                        "minutes",
                        "coins",
                        "place",
                        "tags");
    }

    @Test
    void typesAreReadFromTheirNotation() {
        assertThat(field("machine").type()).isEqualTo(new FieldType.Text(32));
        assertThat(field("place").type()).isEqualTo(new FieldType.Text(256));
        assertThat(field("sent_at").type()).isEqualTo(new FieldType.InstantOf(InstantForm.EPOCH_MILLIS, null));
        assertThat(field("tariff").type()).isEqualTo(new FieldType.EnumOf(tariff()));
        assertThat(field("price").type()).isEqualTo(new FieldType.Money(2));
        assertThat(field("tags").type()).isEqualTo(new FieldType.TextMap(64));
        assertThat(field("coins").type().notation()).isEqualTo("map(coin, uint)");
    }

    @Test
    void pathsAreTheNameADottedTextOrAList() {
        assertThat(field("roll").path()).containsExactly("roll");
        assertThat(field("machine").path()).containsExactly("source", "machine");
        assertThat(field("sent_at").path()).containsExactly("source", "sent.at");
    }

    @Test
    void fieldsInARoleAreRequiredButDeletedIsNot() {
        assertThat(model.fields().stream().filter(Field::required).map(Field::name))
                .containsExactly("machine", "roll", "number", "round", "sold_at", "sent_at", "tariff", "price");
    }

    @Test
    void labelsDefaultToTheNameInWords() {
        assertThat(field("sold_at").label()).isEqualTo("sold at");
        assertThat(field("price").label()).isEqualTo("Price");
        assertThat(measure("placed").label()).isEqualTo("placed");
    }

    @Test
    void aMapHasAColumnForEachKey() {
        assertThat(field("coins").columns()).containsExactly("coins_half", "coins_one");
        assertThat(field("tags").columns()).containsExactly("tags");
    }

    @Test
    void enumValuesAreAscendingByIdAndNamedInLowerCase() {
        assertThat(tariff().values())
                .containsExactly(
                        new Enumeration.Value("DAY", 1, "day", "Day"),
                        new Enumeration.Value("NIGHT", 2, "night", "Night"));
    }

    @Test
    void rolesNameTheirFields() {
        assertThat(model.document())
                .isEqualTo(new DocumentRules(
                        "machine",
                        "roll",
                        "number",
                        IdKind.SEQUENTIAL,
                        "sent_at",
                        "sold_at",
                        "round",
                        Duration.ofMinutes(15),
                        "cancelled"));
    }

    @Test
    void anIdMayBeATextWithoutScopeShiftAndDeleted() {
        Model random = ModelFile.parse(
                "m",
                Resource.text("small.yaml")
                        .replace("{scope: roll, number: number, ids: sequential}", "{text: place, ids: random}")
                        .replace("  shift: round\n", "")
                        .replace("  deleted: cancelled\n", "")
                        .replace("bucket: 15m", "bucket: 1h"));
        assertThat(random.document())
                .isEqualTo(new DocumentRules(
                        "machine",
                        null,
                        "place",
                        IdKind.RANDOM,
                        "sent_at",
                        "sold_at",
                        null,
                        Duration.ofHours(1),
                        null));
    }

    @Test
    void ignoreRulesCompareAndMiss() {
        assertThat(model.ignoreRules())
                .containsExactly(new IgnoreRule(
                        "heartbeat", List.of(new Match("place", List.of("none", "test"))), List.of("sold_at")));
    }

    @Test
    void dimensionsNameMeasuresByIdAlsoThoseOfTemplates() {
        assertThat(model.dimensions()).containsExactly(new Dimension("tags", "tags", List.of(1, 21)));
    }

    @Test
    void measuresAreAscendingById() {
        assertThat(model.measures()).map(Measure::id).containsExactly(1, 2, 4, 6, 7, 21, 22, 111, 112, 121, 122);
    }

    @Test
    void countsAreOfDocumentsOrOfAField() {
        assertThat(measure("tickets"))
                .isEqualTo(new Measure(1, "tickets", "tickets", Kind.COUNT, null, List.of(), null, true));
        assertThat(measure("placed").of()).isEqualTo(new Operand("place", null));
    }

    @Test
    void whereTakesOneValueOrMany() {
        assertThat(measure("longest").where())
                .containsExactly(
                        new Match("tariff", List.of("DAY", "NIGHT")), new Match("cancelled", List.of("false")));
    }

    @Test
    void negateIsOneComparison() {
        assertThat(measure("balance").negate()).isEqualTo(new Match("tariff", List.of("NIGHT")));
    }

    @Test
    void templatesPutNamesIntoNamesLabelsIntoLabelsAndValuesElsewhere() {
        assertThat(measure("night_one_coins"))
                .isEqualTo(new Measure(
                        122,
                        "night_one_coins",
                        "Night: 1 euro",
                        Kind.SUM,
                        new Operand("coins", "100"),
                        List.of(new Match("tariff", List.of("NIGHT"))),
                        null,
                        false));
    }

    @Test
    void aModelSurvivesSerialization() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(model);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(model);
        }
    }

    @Test
    void theDocumentedExampleIsThisModel() throws IOException {
        String page = Files.readString(Resource.file("job/MODEL.md"));
        assertThat(page).contains("```yaml\n" + Resource.text("small.yaml") + "```");
    }

    private Enumeration tariff() {
        return model.enumerations().get(0);
    }

    private Field field(String name) {
        return model.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Measure measure(String name) {
        return model.measures().stream()
                .filter(measure -> measure.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
