package io.recount.cells.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DidYouMeanTest {

    @ParameterizedTest(name = "{0} to {1}: {2}")
    @CsvSource({
        "total, total, 0",
        "totl, total, 1",
        "total, totl, 1",
        "tatal, total, 1",
        "ttoal, total, 1",
        "toatl, total, 1",
        "totla, total, 1",
        "'', total, 5",
        "total, '', 5",
        "'', '', 0",
        "ab, ba, 1",
        "abc, ca, 3",
        "kitten, sitting, 3",
        "aabb, abab, 1"
    })
    void theDistanceIsTheLeastNumberOfSlips(String given, String known, int slips) {
        assertThat(DidYouMean.distance(given, known)).isEqualTo(slips);
    }

    @Test
    void theNearestIsMeantIfItIsNearEnough() {
        List<String> known = List.of("net_total", "total", "tips");

        assertThat(DidYouMean.nearest("totl", known)).contains("total");
        assertThat(DidYouMean.nearest("tip", known)).contains("tips");
        assertThat(DidYouMean.nearest("t", List.of("ab", "tx"))).contains("tx");
        // A third of the letters, and no more.
        assertThat(DidYouMean.nearest("abcdef", List.of("abcdxy"))).contains("abcdxy");
        assertThat(DidYouMean.nearest("abcdef", List.of("abcxyz"))).isEmpty();
        assertThat(DidYouMean.nearest("x".repeat(64), List.of("x".repeat(63)))).isPresent();
        assertThat(DidYouMean.nearest("x".repeat(65), List.of("x".repeat(65)))).isEmpty();
    }

    @Test
    void theMendNamesTheNearestElseWhatIsKnownElseWhatToDo() {
        assertThat(DidYouMean.mend("totl", List.of("total"), "Declare it.")).isEqualTo("Did you mean 'total'?");
        assertThat(DidYouMean.mend("other", List.of("a", "b"), "Declare it.")).isEqualTo("Known: a, b.");
        assertThat(DidYouMean.mend("other", List.of(), "Declare it.")).isEqualTo("Declare it.");
        assertThat(DidYouMean.mend("other", names(16), "Declare it.")).endsWith("name15.");
        assertThat(DidYouMean.mend("other", names(18), "Declare it.")).endsWith("name15 and 2 more.");
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "name" + i).toList();
    }
}
