package io.recount.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The sizing page: what its table says of four sizes is what its own formulas give of its own costs. */
class SizingTest {

    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| (.*) \\|");
    private static final Pattern FORMULA = Pattern.compile("(\\w+)\\s+= (.*)");
    private static final int SIZES = 4;

    @Test
    void tableFollowsFromCostsAndFormulas() throws IOException {
        Map<String, Double> costs = new LinkedHashMap<>();
        Map<String, List<String>> sizes = new LinkedHashMap<>();
        Map<String, String> formulas = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Overlay.ROOT.resolve("deploy/SIZING.md"))) {
            Matcher row = ROW.matcher(line);
            Matcher formula = FORMULA.matcher(line);
            if (row.matches()) {
                List<String> cells = List.of(row.group(2).split(" \\| "));
                if (cells.size() == SIZES + 1) {
                    sizes.put(row.group(1), cells.subList(1, cells.size()));
                } else {
                    costs.put(row.group(1), number(cells.get(0)));
                }
            } else if (formula.matches()) {
                formulas.put(formula.group(1), formula.group(2));
            }
        }
        assertThat(costs).hasSizeGreaterThan(8);
        assertThat(formulas).hasSizeGreaterThan(10);
        assertThat(sizes.keySet()).containsAll(formulas.keySet());

        Map<String, List<String>> computed = new LinkedHashMap<>();
        for (int size = 0; size < SIZES; size++) {
            Map<String, Double> values = new LinkedHashMap<>(costs);
            for (Map.Entry<String, List<String>> input : sizes.entrySet()) {
                if (!formulas.containsKey(input.getKey())) {
                    values.put(input.getKey(), number(input.getValue().get(size)));
                }
            }
            formulas.forEach((name, formula) -> {
                values.put(name, new Arithmetic(formula, values).value());
                computed.computeIfAbsent(name, it -> new ArrayList<>()).add(shown(values.get(name)));
            });
        }
        sizes.keySet().retainAll(formulas.keySet());
        assertThat(sizes).isEqualTo(computed);
    }

    @Test
    void arithmeticKnowsItsRules() {
        Map<String, Double> values = Map.of("a", 6.0, "b", 4.0);

        assertThat(new Arithmetic("a - b - 1 + 2 * (a + b) / 5", values).value())
                .isEqualTo(5.0);
        assertThat(new Arithmetic("max(ceil(a / b), min(a, b), 3)", values).value())
                .isEqualTo(4.0);
        assertThatThrownBy(() -> new Arithmetic("a * c", values).value()).hasMessageContaining("c");
        assertThatThrownBy(() -> new Arithmetic("a b", values).value()).hasMessageContaining("a b");
    }

    private static double number(String cell) {
        return Double.parseDouble(cell.replace(",", ""));
    }

    /** Three digits that count: more would claim what nobody has measured. */
    private static String shown(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
        return String.format("%,." + Math.max(0, rounded.scale()) + "f", rounded);
    }
}
