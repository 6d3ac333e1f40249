package io.recount.cli.report;

import io.recount.cells.Layout;
import io.recount.cells.model.Dimension;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.cells.yaml.DidYouMean;
import io.recount.cli.output.Sheet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The columns of a report: those that its view begins with, measures of the model, and how complete a row is. */
public final class ReportColumns {

    /** All measures there are. */
    public static final String ALL = "all";

    private static final List<String> COUNTS = List.of("documents", "late_documents", "errors", "tainted");

    private static final List<String> CHARTED = List.of("documents", "late_documents");
    private static final int MOST_CHARTS = 8;

    /** Of what says how complete a row is, what is no number. */
    private static final Set<String> TEXTS = Set.of("incomplete_measures");

    private final Model model;
    private final Layout layout;

    public ReportColumns(Model model) {
        this.model = model;
        this.layout = new Layout(model);
    }

    /**
     * The columns of a report.
     *
     * @param leading names of the columns that say what a row is of
     * @param measures names; none for those that have a column of their own in the tables, {@link #ALL} for all
     * @param ofFields only measures that values of fields have
     * @param trailing names of the columns that say how complete a row is
     * @throws UnknownMeasureException if the model has none that is called so
     */
    public List<Sheet.Column> of(List<String> leading, List<String> measures, boolean ofFields, List<String> trailing) {
        List<Sheet.Column> columns = new ArrayList<>();
        leading.forEach(name -> columns.add(new Sheet.Column(name, false)));
        COUNTS.forEach(name -> columns.add(new Sheet.Column(name, true)));
        for (Measure measure : chosen(measures, ofFields)) {
            for (String suffix : measure.kind().reportSuffixes()) {
                boolean isTime = suffix.equals("_at") || (!measure.kind().isSketch() && isTime(measure));
                columns.add(new Sheet.Column(measure.name() + suffix, !isTime));
            }
        }
        trailing.forEach(name -> columns.add(new Sheet.Column(name, !name.endsWith("_at") && !TEXTS.contains(name))));
        return columns;
    }

    /** Of some columns those that can be added up over rows, but for a few: a page has room for some charts. */
    public List<String> charted(List<Sheet.Column> columns) {
        return columns.stream()
                .map(Sheet.Column::name)
                .filter(name -> CHARTED.contains(name)
                        || model.measures().stream()
                                .anyMatch(measure -> measure.name().equals(name)
                                        && (measure.kind() == Measure.Kind.SUM
                                                || measure.kind() == Measure.Kind.COUNT)))
                .limit(MOST_CHARTS)
                .toList();
    }

    private List<Measure> chosen(List<String> names, boolean ofFields) {
        List<Measure> known = ofFields ? ofFields() : model.measures();
        if (names.contains(ALL)) {
            return known;
        }
        if (names.isEmpty()) {
            return ofFields ? known : known.stream().filter(Measure::column).toList();
        }
        List<Measure> chosen = new ArrayList<>();
        for (String name : new LinkedHashSet<>(names)) {
            chosen.add(known.stream()
                    .filter(measure -> measure.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new UnknownMeasureException("measures: there is no '" + name + "'. "
                            + DidYouMean.mend(
                                    name, known.stream().map(Measure::name).toList(), "The model has none."))));
        }
        return chosen;
    }

    private List<Measure> ofFields() {
        Set<Integer> ids = new LinkedHashSet<>();
        model.dimensions().stream().map(Dimension::measures).forEach(ids::addAll);
        return model.measures().stream()
                .filter(measure -> ids.contains(measure.id()))
                .toList();
    }

    private boolean isTime(Measure measure) {
        return measure.of() != null && layout.slot(measure.of()).type() instanceof FieldType.InstantOf;
    }
}
