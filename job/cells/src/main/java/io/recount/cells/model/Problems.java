package io.recount.cells.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Collects what is wrong with one file, so that a person sees all of it at once.
 *
 * <p>Readers go on after a problem with a placeholder; that is safe because {@link #throwIfAny} stands between them and
 * the {@link Model}.
 */
final class Problems {

    private final String file;
    private final List<ModelProblem> found = new ArrayList<>();
    /** Without paths: an aliased node is read once for each use, each under another path, but is wrong once. */
    private final Set<ModelProblem> causes = new HashSet<>();

    Problems(String file) {
        this.file = file;
    }

    /** @param path what the entry is called; empty for the root */
    void add(Node where, String path, String what, String mend) {
        where.getStartMark().ifPresentOrElse(mark -> add(mark, path, what, mend), () -> add(1, 1, what, mend));
    }

    void add(Mark where, String path, String what, String mend) {
        int line = where.getLine() + 1;
        int column = where.getColumn() + 1;
        if (causes.add(new ModelProblem(file, line, column, what, mend))) {
            add(line, column, path.isEmpty() ? what : path + ": " + what, mend);
        }
    }

    /** Lines and columns count from 1. */
    void add(int line, int column, String what, String mend) {
        found.add(new ModelProblem(file, line, column, what, mend));
    }

    int count() {
        return found.size();
    }

    /** @throws InvalidModelException with all problems so far, ascending by line */
    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new InvalidModelException(found.stream()
                    .sorted(Comparator.comparingInt(ModelProblem::line).thenComparingInt(ModelProblem::column))
                    .toList());
        }
    }
}
