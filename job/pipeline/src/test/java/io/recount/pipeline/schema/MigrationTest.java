package io.recount.pipeline.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MigrationTest {

    private static final Map<String, String> VALUES = Map.of("database", "`shop`");

    @Test
    void statementsAreSplitAndFilledIn() {
        List<Migration> migrations = Migration.in("/migrations/two", VALUES);

        assertThat(migrations).extracting(Migration::toString).containsExactly("0001-note", "0007-two-notes");
        assertThat(migrations.get(0).statements())
                .containsExactly("ALTER TABLE `shop`.cells ADD COLUMN IF NOT EXISTS note String DEFAULT ';'");
        assertThat(migrations.get(1).statements()).hasSize(2);
    }

    @Test
    void numbersRise() {
        assertThatThrownBy(() -> Migration.in("/migrations/unordered", VALUES))
                .hasMessageContaining("/migrations/unordered/list: 0001-note.sql is not in order");
    }

    @Test
    void everyFileOfThisReleaseIsListed() throws Exception {
        Path folder = Path.of(System.getProperty("recount.root"), "sql/migrations");
        List<String> listed = Migration.in("/sql/migrations", VALUES).stream()
                .map(migration -> migration + ".sql")
                .toList();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("list")))
                    .containsExactlyInAnyOrderElementsOf(listed);
        }
    }
}
