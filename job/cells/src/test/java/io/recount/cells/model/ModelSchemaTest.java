package io.recount.cells.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.recount.cells.yaml.InvalidFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What editors say about a model file is what the reader says, as far as a schema can say it. */
class ModelSchemaTest {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNode TEXT = text();
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(
                    TEXT,
                    SchemaValidatorsConfig.builder()
                            .pathType(PathType.JSON_POINTER)
                            .build());

    @ParameterizedTest
    @ValueSource(strings = {"receipts.yaml", "meters.yaml"})
    void shippedModelsAreValidAndNameTheSchema(String name) throws IOException {
        String yaml = Files.readString(MODELS.resolve(name));
        assertThat(problems(yaml)).isEmpty();
        assertThat(yaml).startsWith("# yaml-language-server: $schema=model.schema.json\n");
    }

    @Test
    void everyKeyAndTypeOfTheReferenceIsValid() {
        assertThat(problems(Resource.text("small.yaml"))).isEmpty();
    }

    @ParameterizedTest(name = "{0} for {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            recount: 2                              | recount: 1                      | /recount
            Heartbeat: {when: {place: none}}        | heartbeat: {when: {place: [none, test]}, absent: [sold_at]} | /ignore
            colour: red                             | description: Tickets of parking machines |
            roll: {type: string}                    | roll: {type: text, max: 16}     | /fields/roll/type
            roll: {type: text, max: 0}              | roll: {type: text, max: 16}     | /fields/roll/max
            group: {type: text, max: 16}            | roll: {type: text, max: 16}     | /fields
            price: {type: money(7)}                 | price: {type: money(2), required: true, label: Price} | /fields/price/type
            sold_at: {type: instant(iso)}           | sold_at: {type: instant(offset), path: soldAt} | /fields/sold_at/type
            DAY: {id: 256, label: Day}              | DAY: {id: 1, label: Day}        | /enums/tariff/DAY/id
            DAY: {label: Day}                       | DAY: {id: 1, label: Day}        | /enums/tariff/DAY
            bucket: 2h                              | bucket: 15m                     | /document/bucket
            id: {number: number, text: roll, ids: random} | id: {scope: roll, number: number, ids: sequential} | /document/id
            id: {text: roll, ids: sequential}       | id: {scope: roll, number: number, ids: sequential} | /document/id
            heartbeat: {}                           | heartbeat: {when: {place: [none, test]}, absent: [sold_at]} | /ignore/heartbeat
            {name: tickets, id: 1}                  | {name: tickets, id: 1, count: true, column: true} | /measures/0
            {name: tickets, id: 1, count: true, sum: price} | {name: tickets, id: 1, count: true, column: true} | /measures/0
            {name: store, id: 2, count: place}      | {name: placed, id: 2, count: place} | /measures/1/name
            {name: placed, id: 65536, count: place} | {name: placed, id: 2, count: place} | /measures/1/id
            {name: opening, id: {base: 4}, first: number} | {name: opening, id: 4, first: number} | /measures/2/id
            max: minutes, negate: {tariff: DAY}     | max: minutes, where: {tariff: [DAY, NIGHT], cancelled: false} | /measures/3
            """)
    void whatTheReaderRefusesTheSchemaRefusesAtItsPlace(String wrong, String right, String place) {
        String small = Resource.text("small.yaml");
        assertThat(small).containsOnlyOnce(right);
        String yaml = small.replace(right, wrong);
        assertThat(problems(yaml))
                .anySatisfy(problem ->
                        assertThat(problem.getInstanceLocation().toString()).isEqualTo(place == null ? "" : place));
        assertThat(new WrongFile(yaml).isRefusedByTheReader()).isTrue();
    }

    @Test
    void reservedNamesAreThoseOfTheReader() {
        Set<String> reserved = new HashSet<>();
        TEXT.at("/$defs/measure/properties/name/not/enum").forEach(name -> reserved.add(name.textValue()));
        assertThat(reserved).isEqualTo(MeasureNames.RESERVED);
    }

    @Test
    void everythingIsDescribed() {
        TEXT.at("/$defs/measure/properties")
                .properties()
                .forEach(property -> assertThat(property.getValue().has("description")
                                || property.getValue().has("$ref"))
                        .as(property.getKey())
                        .isTrue());
    }

    private record WrongFile(String yaml) {
        boolean isRefusedByTheReader() {
            try {
                ModelFile.parse("wrong.yaml", yaml);
                return false;
            } catch (InvalidFileException e) {
                return true;
            }
        }
    }

    private static Set<ValidationMessage> problems(String yaml) {
        Object loaded = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        return SCHEMA.validate(JSON.<JsonNode>valueToTree(loaded));
    }

    private static JsonNode text() {
        try {
            return JSON.readTree(MODELS.resolve("model.schema.json").toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
