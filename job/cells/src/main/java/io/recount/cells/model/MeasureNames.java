package io.recount.cells.model;

import io.recount.cells.model.MeasureDraft.Source;
import io.recount.cells.yaml.Entry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks the names of measures: columns of {@code cells}, {@code shifts} and of every report. */
final class MeasureNames {

    /** Columns that tables and reports have anyway, and what the queries of reports call their parts. */
    static final Set<String> RESERVED = Set.of(
            "register",
            "shift",
            "bucket",
            "documents",
            "late_documents",
            "errors",
            "tainted",
            "log_gap",
            "incomplete_measures",
            "version",
            "epoch",
            "m_id",
            "m_val",
            "m_sums",
            "first_at",
            "last_at",
            "store",
            "hour",
            "day",
            "month",
            "field",
            "value",
            "watermark",
            "closed",
            "currency",
            "registers",
            "registers_seen",
            "registers_expected",
            "published_at",
            "begin",
            "totals",
            "newest",
            "standing",
            "stays",
            "ledger",
            "valid_from",
            "valid_to");

    /** {@code suffix}: what the column is called behind the name of the measure. */
    private record Owner(String measure, Source source, String suffix) {
        String shown() {
            if (suffix.isEmpty()) {
                return "a measure";
            }
            return isTime() ? "the time of " + Entry.quoted(measure) : "a column of " + Entry.quoted(measure);
        }

        private boolean isTime() {
            return suffix.equals("_at");
        }

        String said(String ofTime, String ofColumn) {
            return suffix.isEmpty() ? "" : isTime() ? ofTime : ofColumn;
        }
    }

    private final Map<String, Owner> owners = new HashMap<>();
    private final Set<Source> reported = new HashSet<>();

    void check(List<MeasureDraft> drafts) {
        drafts.forEach(draft -> draft.name().ifPresent(name -> {
            claim(name, new Owner(name, draft.source(), ""));
            draft.source()
                    .kind()
                    .ifPresent(kind -> behind(kind)
                            .forEach(suffix -> claim(name + suffix, new Owner(name, draft.source(), suffix))));
        }));
    }

    /** What further columns are called behind the name. */
    private static Stream<String> behind(Measure.Kind kind) {
        return Stream.concat(kind.reportSuffixes().stream(), kind.columnSuffixes().stream())
                .filter(suffix -> !suffix.isEmpty());
    }

    /** At most one problem an entry: a template would repeat it. */
    private void claim(String column, Owner owner) {
        Source source = owner.source();
        if (reported.contains(source)) {
            owners.putIfAbsent(column, owner);
            return;
        }
        Entry where = source.at("name");
        int before = where.problems().count();
        if (RESERVED.contains(column)) {
            where.wrong(
                    "'%s' is a column of every report%s"
                            .formatted(
                                    column, owner.said(" and would be its time", " and would be one of its columns")),
                    "Choose another name, e.g. '%s_measured'.".formatted(owner.measure()));
        } else if (Identifier.checkColumn(where, column)) {
            Owner first = owners.putIfAbsent(column, owner);
            if (first != null) {
                taken(column, owner, first);
            }
        }
        if (where.problems().count() > before) {
            reported.add(source);
        }
    }

    private static void taken(String column, Owner owner, Owner first) {
        Source source = owner.source();
        Entry where = source.at("name");
        if (first.source().equals(source)) {
            String missing = source.variables().names().stream()
                    .filter(variable -> !Binding.uses(
                            source.body().get("name").flatMap(Entry::text).orElse(""), variable))
                    .map(variable -> "{" + variable + "}")
                    .collect(Collectors.joining(", "));
            where.wrong(
                    "two of its measures are named '%s'".formatted(column),
                    missing.isEmpty()
                            ? "Separate the variables so that no two names meet."
                            : "Put %s into the name.".formatted(missing));
        } else {
            where.wrong(
                    "'%s'%s is already the name of %s (line %d)"
                            .formatted(
                                    column,
                                    owner.said(", its time,", ", one of its columns,"),
                                    first.shown(),
                                    first.source().at("name").line()),
                    "Choose another name.");
        }
    }
}
