package io.recount.cells.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.recount.cells.yaml.InvalidFileException;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever a person types, a model is read or refused with a place and a mend; nothing else happens. */
class EditedModelTest {

    private static final int EDITS = 2_000;
    private static final List<String> TYPED = List.of(
            "",
            " ",
            "\n",
            "{",
            "}",
            "[",
            "]",
            ":",
            ": ",
            ", ",
            "-",
            "'",
            "\"",
            "#",
            "*a",
            "&a ",
            "!!int ",
            "~",
            "0",
            "null",
            "true",
            ".",
            "{t}",
            "tariff",
            "coin",
            "coins",
            "price",
            "name",
            "id",
            "each",
            "?",
            "|",
            "\uD83D\uDE00",
            "99999999999",
            "<<: ");

    @Test
    void everyEditIsReadOrRefusedInWords() {
        long seed = Long.getLong("recount.seed", new Random().nextLong());
        System.out.println("EditedModelTest: -Drecount.seed=" + seed);
        Random random = new Random(seed);
        String small = Resource.text("small.yaml");
        int refused = 0;
        for (int edit = 0; edit < EDITS; edit++) {
            String yaml = edited(small, random);
            try {
                assertMayBeReliedOn(ModelFile.parse("m", yaml));
            } catch (InvalidFileException e) {
                refused++;
                long lines = yaml.chars().filter(c -> c == '\n').count() + 1;
                assertThat(e.problems())
                        .as("seed %d:%n%s", seed, yaml)
                        .isNotEmpty()
                        .allSatisfy(problem -> {
                            assertThat(problem.line()).isBetween(1, (int) lines + 1);
                            assertThat(problem.column()).isPositive();
                            assertThat(problem.what()).isNotBlank().doesNotContain("\n");
                            assertThat(problem.mend()).matches("[A-Z].*[.?]");
                        });
            } catch (RuntimeException e) {
                fail("seed " + seed + ": " + yaml, e);
            }
        }
        assertThat(refused).as("refused of %d, seed %d", EDITS, seed).isBetween(EDITS / 2, EDITS - 1);
    }

    private static String edited(String yaml, Random random) {
        String edited = yaml;
        for (int i = random.nextInt(3); i >= 0; i--) {
            int from = random.nextInt(edited.length());
            int to = Math.min(edited.length(), from + random.nextInt(12));
            edited = edited.substring(0, from) + TYPED.get(random.nextInt(TYPED.size())) + edited.substring(to);
        }
        return edited;
    }

    private static void assertMayBeReliedOn(Model model) {
        Set<Integer> ids = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (Measure measure : model.measures()) {
            for (int id = measure.id(); id < measure.id() + measure.kind().ids(); id++) {
                assertThat(ids.add(id)).as("id %d twice", id).isTrue();
            }
            assertThat(names.add(measure.name()))
                    .as("name %s twice", measure.name())
                    .isTrue();
            assertThat(measure.name()).matches("[a-z][a-z0-9_]{0,62}");
        }
        assertThat(model.fields().stream().flatMap(field -> field.columns().stream()))
                .doesNotHaveDuplicates()
                .allMatch(column -> column.matches("[a-z][a-z0-9_]{0,62}"));
        assertThat(model.fields())
                .map(Field::name)
                .contains(model.document().key(), model.document().id());
        model.dimensions().forEach(dimension -> assertThat(ids).containsAll(dimension.measures()));
    }
}
