package io.recount.cells.model;

import io.recount.cells.yaml.InvalidFileException;
import io.recount.cells.yaml.Problems;
import io.recount.cells.yaml.YamlFile;
import java.nio.file.Path;

/**
 * Reads a model file: YAML in UTF-8, checked as a whole before anything starts.
 *
 * <p>A file that is missing, unreadable, too large or no YAML is refused like one that says something wrong: with
 * {@link InvalidFileException}, which names file, line and mend.
 */
public final class ModelFile {

    private static final String KIND = "a model file";
    private static final String START = "Start it with 'recount: 1'.";

    private ModelFile() {}

    /**
     * Parses and validates.
     *
     * @throws InvalidFileException with all problems at once: file, line, what, mend
     */
    public static Model read(Path file) {
        Problems problems = new Problems(file.toString());
        String yaml = YamlFile.read(file, KIND, problems);
        problems.throwIfAny();
        return parse(file.toString(), yaml);
    }

    /** Like {@link #read(Path)}; {@code name} stands for the file in messages. */
    public static Model parse(String name, String yaml) {
        Problems problems = new Problems(name);
        return new ModelReader(problems).read(YamlFile.root(yaml, KIND, START, problems));
    }
}
