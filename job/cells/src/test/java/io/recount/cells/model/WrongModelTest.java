package io.recount.cells.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.recount.cells.yaml.InvalidFileException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of problem: exactly these lines are said, so nothing is missed and nothing said twice. */
class WrongModelTest {

    static final List<String> FILES = List.of(
            "wrong-structure.txt", "wrong-enums.txt", "wrong-fields.txt", "wrong-document.txt", "wrong-measures.txt");

    static Stream<WrongModel> wrongModels() {
        return FILES.stream().flatMap(file -> WrongModel.all(file).stream());
    }

    @ParameterizedTest
    @MethodSource("wrongModels")
    void everyProblemNamesLineEntryAndMend(WrongModel wrong) {
        InvalidFileException refused =
                catchThrowableOfType(InvalidFileException.class, () -> ModelFile.parse("small.yaml", wrong.yaml()));
        assertThat(refused).as("accepted").isNotNull();
        assertThat(refused.problems())
                .map(problem -> problem.toString().replaceFirst("^small.yaml:", ""))
                .containsExactlyElementsOf(wrong.problems());
    }

    @Test
    void noTwoBlocksAreTheSameKind() {
        assertThat(wrongModels().map(WrongModel::kind)).doesNotHaveDuplicates();
    }
}
