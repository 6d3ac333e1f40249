package io.recount.cells.model.draft;

import java.util.ArrayList;
import java.util.List;

/** Writes measures to begin with: how many documents, every amount summed, documents by the values of every enum. */
final class MeasureDrafts {

    private static final int TEMPLATES_FROM = 1_000;
    private static final int TEMPLATE_IDS = 100;
    private static final int MOST_SUMS = 400;
    private static final int MOST_TEMPLATES = 100;
    private static final String COUNT = "document_count";

    private final DraftText text;
    private final List<DraftField> fields;
    private final List<String> kept = new ArrayList<>();

    /** @param fields without those in a role */
    MeasureDrafts(DraftText text, List<DraftField> fields) {
        this.text = text;
        this.fields = fields;
    }

    void write() {
        text.line("# Ids are what the tables hold (1 to 65535): never change or reuse one.");
        text.line(
                "# Sums to begin with: what is no flow, a counter or a temperature, wants first, last, min or max instead.");
        text.line("measures:");
        text.line("  - {name: %s, id: 1, count: true, column: true}".formatted(COUNT));
        kept.add(COUNT);
        int id = 2;
        for (DraftField field : fields) {
            if (field.isScalar() && field.guess().isAmount() && id < MOST_SUMS) {
                String name = field.name() + "_sum";
                text.line("  - {name: %s, id: %d, sum: %s}".formatted(name, id++, field.name()));
                kept.add(name);
            }
        }
        int base = TEMPLATES_FROM;
        for (DraftField field : fields) {
            if ((field.isEnum() || field.keys() != null) && base < TEMPLATES_FROM + MOST_TEMPLATES * TEMPLATE_IDS) {
                text.line(template(field, base));
                base += TEMPLATE_IDS;
            }
        }
    }

    /** Every key of the first open map as a field of the owner's. */
    void writeDimension() {
        fields.stream()
                .filter(field -> field.guess().is("map(text)"))
                .findFirst()
                .ifPresent(field -> {
                    text.blank();
                    text.line("# Measures by the values of every key.");
                    text.line("dimensions:");
                    text.guessed(
                            "  %s: {map: %s, measures: %s}"
                                    .formatted(field.name(), field.name(), YamlScalar.list(kept)),
                            "the first map of texts");
                });
    }

    private static String template(DraftField field, int base) {
        String each = "id: {base: %d, v: 1}, each: {v: %s}".formatted(base, field.enumName());
        return field.keys() == null
                ? "  - {name: \"%1$s_{v}_count\", %2$s, count: true, where: {%1$s: \"{v}\"}}"
                        .formatted(field.name(), each)
                : "  - {name: \"%1$s_{v}_sum\", %2$s, sum: \"%1$s.{v}\"}".formatted(field.name(), each);
    }
}
