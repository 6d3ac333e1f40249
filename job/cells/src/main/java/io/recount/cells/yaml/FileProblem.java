package io.recount.cells.yaml;

/**
 * One thing that is wrong with a model file.
 *
 * @param line 1-based
 * @param column 1-based
 * @param what is wrong, naming the entry
 * @param mend what to write instead
 */
public record FileProblem(String file, int line, int column, String what, String mend) {

    @Override
    public String toString() {
        return "%s:%d:%d: %s. %s".formatted(file, line, column, what, mend);
    }
}
