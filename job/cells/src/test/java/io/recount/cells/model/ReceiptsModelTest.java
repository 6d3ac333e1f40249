package io.recount.cells.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The shipped model. Ids asserted here are in people's tables: a change of one is a mistake, not a new expectation. */
class ReceiptsModelTest {

    /** Counted in the size of a receipt, but nothing is measured of them. */
    private static final String UNREAD = "lines";

    private final Model model = ModelFile.read(Resource.file("job/models/receipts.yaml"));

    @Test
    void itHasItsFieldsColumnsAndMeasures() {
        long columns = model.fields().stream()
                .mapToLong(field -> field.columns().size())
                .sum();
        System.out.printf(
                "receipts.yaml: %d fields, %d columns, %d measures%n",
                model.fields().size(), columns, model.measures().size());
        assertThat(model.fields()).hasSize(31);
        assertThat(columns).isEqualTo(42);
        assertThat(model.measures()).hasSize(251).hasSizeGreaterThanOrEqualTo(209);
        assertThat(model.measures().stream().filter(Measure::column)).hasSize(20);
    }

    @Test
    void idsNeverChange() {
        Map<String, Integer> ids = model.measures().stream().collect(Collectors.toMap(Measure::name, Measure::id));
        assertThat(ids)
                .containsEntry("receipts", 1)
                .containsEntry("net_total", 2)
                .containsEntry("first_number", 4)
                .containsEntry("last_number", 6)
                .containsEntry("sale_count", 101)
                .containsEntry("sale_refund_total", 122)
                .containsEntry("correction_buy_refund_items", 168)
                .containsEntry("sale_cash_total", 2021)
                .containsEntry("buy_barter_count", 1065)
                .containsEntry("sale_r20_total", 4021)
                .containsEntry("correction_buy_refund_r10_110_total", 4168);
    }

    @Test
    void itsDimensionHasFiveMeasures() {
        assertThat(model.dimensions())
                .containsExactly(new Dimension("custom", "custom", List.of(101, 121, 102, 122, 2)));
    }

    @Test
    void everythingInTheSampleHasAPlace() throws IOException {
        List<String> strangers = new ArrayList<>();
        int receipts = 0;
        for (String line : Files.readAllLines(Resource.file("job/models/receipts.sample.jsonl"))) {
            Map<List<String>, String> receipt = leaves(line);
            if ("receipt".equals(receipt.get(List.of("kind")))) {
                receipts++;
                receipt.forEach((path, value) -> {
                    if (!path.get(0).equals(UNREAD) && model.fields().stream().noneMatch(it -> fits(it, path, value))) {
                        strangers.add(receipts(line) + path + "=" + value);
                    }
                });
            }
        }
        assertThat(receipts).isEqualTo(9);
        // The sample holds one receipt that is wrong on purpose.
        assertThat(strangers).containsExactly("R-000900 [total]=12,50");
    }

    private static String receipts(String line) {
        return line.replaceAll(".*\"register\":\"([^\"]*)\".*", "$1 ");
    }

    private static boolean fits(Field field, List<String> path, String value) {
        if (field.type() instanceof FieldType.EnumMap map) {
            return isKeyOf(field, path) && map.keys().texts().contains(last(path)) && fits(map.values(), value);
        }
        if (field.type() instanceof FieldType.TextMap map) {
            return isKeyOf(field, path) && bytes(last(path)) <= map.maxBytes() && bytes(value) <= map.maxBytes();
        }
        return path.equals(field.path()) && fits((FieldType.Scalar) field.type(), value);
    }

    private static boolean fits(FieldType.Scalar type, String value) {
        if (type instanceof FieldType.Text text) {
            return bytes(value) <= text.maxBytes();
        }
        if (type instanceof FieldType.EnumOf of) {
            return of.values().texts().contains(value);
        }
        if (type instanceof FieldType.Money money) {
            return value.matches("-?\\d+(\\.\\d{0,%d})?".formatted(money.scale()));
        }
        if (type instanceof FieldType.InstantOf) {
            return value.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
        }
        return type instanceof FieldType.Bool ? value.matches("true|false") : value.matches("-?\\d+");
    }

    private static boolean isKeyOf(Field field, List<String> path) {
        return path.size() == field.path().size() + 1
                && path.subList(0, path.size() - 1).equals(field.path());
    }

    private static String last(List<String> path) {
        return path.get(path.size() - 1);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Every value of an object with the keys that lead to it; nothing for what is no JSON. */
    private static Map<List<String>, String> leaves(String json) throws IOException {
        Map<List<String>, String> leaves = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        List<String> path = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    path.add(parser.currentName());
                } else if (token.isScalarValue()) {
                    leaves.put(List.copyOf(path), parser.getText());
                }
                boolean endsValue = token.isScalarValue() || token.isStructEnd();
                if (endsValue && parser.getParsingContext().inObject() && !path.isEmpty()) {
                    path.remove(path.size() - 1);
                }
            }
            return leaves;
        } catch (JsonProcessingException e) {
            return Map.of();
        }
    }
}
