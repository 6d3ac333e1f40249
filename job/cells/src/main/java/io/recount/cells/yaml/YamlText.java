package io.recount.cells.yaml;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Turns the text of a file into nodes that know their line and column; what is no YAML becomes a problem. */
final class YamlText {

    /** More than any model has; the composer descends by recursion, so depth must be bounded before it runs. */
    private static final int MAX_DEPTH = 16;

    private static final int MAX_ALIASES = 1_000;
    private static final String SYNTAX =
            "Indent with spaces, and put a text that holds ': ', ' #', '{', '[' or ',' in quotes.";

    /** What stands behind it may be a secret that was written without quotes. */
    private static final Pattern NAMED =
            Pattern.compile("(found (?:undefined alias|undefined tag handle|duplicate anchor)).*", Pattern.DOTALL);

    private YamlText() {}

    /** The root node; {@code start} is the mend for an empty text. */
    static Optional<Node> compose(String yaml, String start, Problems problems) {
        LoadSettings settings = LoadSettings.builder()
                .setUseMarks(true)
                // All at once: the engine's reader fails where a surrogate pair straddles two buffers.
                .setBufferSize(yaml.length() + 2)
                .setMaxAliasesForCollections(MAX_ALIASES)
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        try {
            if (tooDeep(new Parse(settings).parseString(yaml), problems)) {
                return Optional.empty();
            }
            Optional<Node> root = new Compose(settings).composeString(yaml);
            if (root.isEmpty()) {
                problems.add(1, 1, "the file is empty", start);
            }
            return root;
        } catch (MarkedYamlEngineException e) {
            String problem = NAMED.matcher(Objects.requireNonNullElse(e.getProblem(), "syntax error"))
                    .replaceFirst("$1");
            // Some problems are the second half of a sentence.
            String what = "not YAML: " + (problem.startsWith("but ") ? e.getContext() + ", " + problem : problem);
            e.getProblemMark()
                    .ifPresentOrElse(
                            mark -> problems.add(mark, "", what, SYNTAX), () -> problems.add(1, 1, what, SYNTAX));
        } catch (ReaderException e) {
            String before = yaml.substring(0, yaml.offsetByCodePoints(0, e.getPosition()));
            problems.add(
                    1 + (int) before.chars().filter(c -> c == '\n').count(),
                    before.length() - before.lastIndexOf('\n'),
                    "not YAML: the control character U+%04X".formatted(e.getCodePoint()),
                    "Remove it.");
        } catch (YamlEngineException e) {
            problems.add(1, 1, "not YAML: " + e.getMessage(), SYNTAX);
        }
        return Optional.empty();
    }

    private static boolean tooDeep(Iterable<Event> events, Problems problems) {
        int depth = 0;
        for (Event event : events) {
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            }
            if (depth > MAX_DEPTH) {
                event.getStartMark()
                        .ifPresent(mark -> problems.add(
                                mark,
                                "",
                                "nested deeper than " + MAX_DEPTH + " levels",
                                "Close the brackets that were left open above."));
                return true;
            }
        }
        return false;
    }
}
