package io.recount.cells.model;

import io.recount.cells.model.MeasureDraft.Source;
import io.recount.cells.yaml.Entry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks the ids of measures: what the tables hold, so no two may meet; first and last take two. */
final class MeasureIds {

    private static final int ROUND = 1_000;

    private record Owner(MeasureDraft draft, boolean asTime) {
        String shown() {
            return (asTime ? "the time of " : "") + Entry.quoted(draft.name().orElse("?"));
        }
    }

    private final Map<Integer, Owner> owners = new HashMap<>();
    /** The first of each entry: a template would repeat it. */
    private final Map<Source, String> conflicts = new LinkedHashMap<>();

    void check(List<MeasureDraft> drafts) {
        for (MeasureDraft draft : drafts) {
            if (draft.id().isPresent()) {
                int id = draft.id().getAsInt();
                claim(id, new Owner(draft, false));
                if (draft.source().idsEach() > 1) {
                    claim(id + 1, new Owner(draft, true));
                }
            }
        }
        // Only now all taken ids are known, so that what the mend proposes is free.
        conflicts.forEach((source, what) -> source.at("id").wrong(what, mend(source)));
    }

    private void claim(int id, Owner owner) {
        Source source = owner.draft().source();
        if (id > MeasureIdRule.GREATEST) {
            conflicts.putIfAbsent(
                    source, "id %d of %s is greater than %d".formatted(id, owner.shown(), MeasureIdRule.GREATEST));
            return;
        }
        Owner first = owners.putIfAbsent(id, owner);
        if (first != null) {
            Source other = first.draft().source();
            conflicts.putIfAbsent(
                    source,
                    other.equals(source)
                            ? "%s and %s both get id %d".formatted(first.shown(), owner.shown(), id)
                            : "id %d of %s is already that of %s (line %d)"
                                    .formatted(
                                            id,
                                            owner.shown(),
                                            first.shown(),
                                            other.at("id").line()));
        }
    }

    private String mend(Source source) {
        int width = source.idsEach();
        if (source.variables().isEmpty()) {
            return FreeId.mend(owners.keySet(), MeasureIdRule.GREATEST, width);
        }
        String steps = source.variables().roomySteps(width);
        int greatest = owners.entrySet().stream()
                .filter(owner -> !owner.getValue().draft().source().equals(source))
                .mapToInt(Map.Entry::getKey)
                .max()
                .orElse(0);
        return "Choose base and steps so that no two ids meet, e.g. {base: %d, %s}."
                .formatted((greatest / ROUND + 1) * ROUND, steps);
    }
}
