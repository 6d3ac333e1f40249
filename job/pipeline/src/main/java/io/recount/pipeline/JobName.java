package io.recount.pipeline;

import io.recount.cells.FrozenLine;
import io.recount.cells.ModelFingerprint;
import io.recount.cells.model.Model;
import java.time.LocalDate;

/** What the ledger calls a job: by which model the tables were made, and what of them is frozen. */
final class JobName {

    private static final String FROZEN = ", frozen before ";

    private JobName() {}

    static String of(Model model, FrozenLine frozen) {
        String name = "recount " + model.name() + ", model " + ModelFingerprint.of(model);
        return frozen.isDrawn() ? name + FROZEN + frozen : name;
    }

    /** The line of a name. */
    static FrozenLine frozen(String name) {
        int at = name.lastIndexOf(FROZEN);
        return at < 0 ? FrozenLine.NONE : FrozenLine.before(LocalDate.parse(name.substring(at + FROZEN.length())));
    }

    /** A name without its line: what two of them have in common that go on from each other. */
    static String withoutLine(String name) {
        int at = name.lastIndexOf(FROZEN);
        return at < 0 ? name : name.substring(0, at);
    }
}
