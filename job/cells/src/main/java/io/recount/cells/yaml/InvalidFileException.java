package io.recount.cells.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** A model file that was refused; the message lists every problem, a line each. */
public final class InvalidFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<FileProblem> problems;

    public InvalidFileException(List<FileProblem> problems) {
        super(problems.stream().map(FileProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Ascending by line; never empty. */
    public List<FileProblem> problems() {
        return problems;
    }
}
