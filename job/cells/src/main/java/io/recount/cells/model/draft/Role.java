package io.recount.cells.model.draft;

import java.util.List;
import java.util.Locale;

/** What a field is for in {@code document}, and by which words it is known: the first one best. */
enum Role {
    KEY(
            true,
            "a field of type text by which all state and every table is keyed: a register, a device, an account",
            "serial register meter device terminal machine sensor till station vehicle account customer merchant shop store"
                    + " source key"),
    ID(
            true,
            "a field of type uint (number) or text by which documents of one key are told from each other",
            "id number uuid guid no nr num sequence seq"),
    VERSION(
            true,
            "a field of type instant or uint that is greater in a newer version of a document",
            "version revision rev written updated modified changed sequence seq sent received ingested produced"),
    TIME(
            true,
            "a field of type instant: the document's own time",
            "time timestamp occurred happened taken printed measured sold created event date at"),
    SHIFT(false, "a field of type uint: a group within the key", "shift session round batch"),
    DELETED(
            false,
            "a field of type bool: a version with true removes its document",
            "deleted withdrawn removed cancelled canceled void voided annulled");

    private final boolean needed;
    private final String needs;
    private final String words;

    Role(boolean needed, String needs, String words) {
        this.needed = needed;
        this.needs = needs;
        this.words = words;
    }

    /** Whether no document can do without it. */
    boolean isNeeded() {
        return needed;
    }

    /** What a person has to look for. */
    String needs() {
        return needs;
    }

    int score(DraftField field) {
        return Words.score(field.pathName(), List.of(words.split(" ")));
    }

    /** Its key in a model file. */
    String notation() {
        return name().toLowerCase(Locale.ROOT);
    }
}
