package io.recount.cells.model.draft;

/** The text of a model file while it is written. */
final class DraftText {

    private final StringBuilder text = new StringBuilder();

    void line(String line) {
        text.append(line).append('\n');
    }

    /** A line, and why it says what it says. */
    void guessed(String line, String because) {
        line(line + " # guessed: " + because);
    }

    /** A line that a person has to replace. */
    void fillIn(String key, String needs) {
        line("  # " + key + ": FIELD # fill in: " + needs);
    }

    void blank() {
        line("");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
