package io.recount.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An expectation that shares code with the job agrees with its errors. */
class IndependenceTest {

    private static final Pattern OTHER_MODULE =
            Pattern.compile("io\\.recount\\.(?!harness[.;])\\w+|<artifactId>recount-(?!harness<)\\w+");

    @Test
    void nothingOfTheJobIsUsed() throws IOException {
        Path module = ModelUnderTest.root().resolve("src-test/harness");
        try (Stream<Path> files = Files.walk(module.resolve("src/main"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).hasSizeGreaterThan(20);
            for (Path source : sources) {
                assertThat(Files.readString(source)).as(source.toString()).doesNotContainPattern(OTHER_MODULE);
            }
        }
        assertThat(Files.readString(module.resolve("pom.xml"))).doesNotContainPattern(OTHER_MODULE);
    }
}
