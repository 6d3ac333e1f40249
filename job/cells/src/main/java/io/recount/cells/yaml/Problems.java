package io.recount.cells.yaml;

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
public final class Problems {

    private final String file;
    private final List<FileProblem> found = new ArrayList<>();
    /** Without paths: an aliased node is read once for each use, each under another path, but is wrong once. */
    private final Set<FileProblem> causes = new HashSet<>();

    public Problems(String file) {
        this.file = file;
    }

    /** What the file is called in messages. */
    public String file() {
        return file;
    }

    /** Records a problem with the entry called {@code path}; empty for the root. */
    public void add(Node where, String path, String what, String mend) {
        where.getStartMark().ifPresentOrElse(mark -> add(mark, path, what, mend), () -> add(1, 1, what, mend));
    }

    public void add(Mark where, String path, String what, String mend) {
        int line = where.getLine() + 1;
        int column = where.getColumn() + 1;
        if (causes.add(new FileProblem(file, line, column, what, mend))) {
            add(line, column, path.isEmpty() ? what : path + ": " + what, mend);
        }
    }

    /** Records a problem; lines and columns count from 1. */
    public void add(int line, int column, String what, String mend) {
        found.add(new FileProblem(file, line, column, what, mend));
    }

    public int count() {
        return found.size();
    }

    /** Throws {@link InvalidFileException} with all problems so far, ascending by line. */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new InvalidFileException(found.stream()
                    .sorted(Comparator.comparingInt(FileProblem::line).thenComparingInt(FileProblem::column))
                    .toList());
        }
    }
}
