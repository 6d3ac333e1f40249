package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A command that gets into a book needs a scene in which {@code BookIT} runs it. */
class BookTest {

    @Test
    void everyCommandHasOneScene() {
        List<Book.Command> commands = Book.allCommands();
        Map<Book.Command, Integer> scenes = new HashMap<>();
        for (Scene scene : BookScenes.all()) {
            new LinkedHashSet<>(scene.claimed(commands)).forEach(command -> scenes.merge(command, 1, Integer::sum));
        }

        assertThat(commands).hasSizeGreaterThan(100).doesNotHaveDuplicates();
        assertThat(commands.stream().filter(BookScenes::isRun))
                .as("commands that are to be run, and those of scenes")
                .containsExactlyInAnyOrderElementsOf(scenes.keySet());
        assertThat(scenes)
                .allSatisfy((command, count) ->
                        assertThat(count).as("scenes of " + command).isEqualTo(1));
    }

    @Test
    void whatIsNotRunIsThere() {
        List<Book.Command> commands = Book.allCommands();

        assertThat(BookScenes.NOT_RUN.keySet().stream().filter(beginning -> !beginning.matches("(docker|helm) ")))
                .allSatisfy(beginning -> assertThat(commands)
                        .as(beginning)
                        .anyMatch(command -> command.text().startsWith(beginning)));
    }

    /** A picture, a message and formulas. */
    @Test
    void blocksThatAreNotOfCommandsAreKnown() {
        assertThat(Book.allOtherBlocks().stream().map(block -> block.strip().split("\\s+")[0]))
                .containsExactly("cash", "receipts.yaml:114:5:", "hot_millions");
    }
}
