package io.recount.it;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What is done with commands of a section of a book, and what has to be there for them.
 *
 * @param section its heading
 */
record Scene(String file, String section, List<Step> steps) {

    private static final String ANYTHING = "";

    /** One after the other. */
    sealed interface Step {

        /** Of the test's own: brings about what a command is for, or looks at what has come of it. */
        record Deed(Consumer<BookStage> deed) implements Step {}

        /** From here on something stands in place of an example of the book. */
        record Example(String text, Function<BookStage, String> truth) implements Step {}

        /**
         * Runs a command as it stands in the book.
         *
         * @param beginning of it, by which it is found
         * @param said a pattern that is found in what it prints
         * @param isEndless whether it goes on until it is stopped, which happens once it has said that
         */
        record Run(String beginning, int exitCode, String said, boolean isEndless) implements Step {}
    }

    static Scene of(String file, String section) {
        return new Scene(file, section, new ArrayList<>());
    }

    Scene deed(Consumer<BookStage> deed) {
        return with(new Step.Deed(deed));
    }

    Scene example(String text, String truth) {
        return example(text, stage -> truth);
    }

    Scene example(String text, Function<BookStage, String> truth) {
        return with(new Step.Example(text, truth));
    }

    Scene run(String beginning) {
        return run(beginning, ANYTHING);
    }

    Scene run(String beginning, String said) {
        return run(beginning, 0, said);
    }

    Scene run(String beginning, int exitCode, String said) {
        return with(new Step.Run(beginning, exitCode, said, false));
    }

    Scene runUntil(String beginning, String said) {
        return with(new Step.Run(beginning, 0, said, true));
    }

    private Scene with(Step step) {
        steps.add(step);
        return this;
    }

    /** The only command of the section that begins so. */
    Book.Command command(Step.Run run, List<Book.Command> commands) {
        List<Book.Command> found = commands.stream()
                .filter(command -> command.isOf(file, section)
                        && (command.text().equals(run.beginning())
                                || (command.language() != Book.Language.SHELL
                                        && command.text().startsWith(run.beginning()))))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(
                    "%s, %s has %d commands '%s'".formatted(file, section, found.size(), run.beginning()));
        }
        return found.get(0);
    }

    /** Those that it runs. */
    List<Book.Command> claimed(List<Book.Command> commands) {
        return steps.stream()
                .filter(Step.Run.class::isInstance)
                .map(step -> command((Step.Run) step, commands))
                .toList();
    }
}
