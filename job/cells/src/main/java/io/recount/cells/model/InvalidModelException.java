package io.recount.cells.model;

import java.util.List;
import java.util.stream.Collectors;

/** A model file that was refused; the message lists every problem, a line each. */
public final class InvalidModelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ModelProblem> problems;

    public InvalidModelException(List<ModelProblem> problems) {
        super(problems.stream().map(ModelProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Ascending by line; never empty. */
    public List<ModelProblem> problems() {
        return problems;
    }
}
