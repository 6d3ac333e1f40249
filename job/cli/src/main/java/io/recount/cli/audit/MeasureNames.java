package io.recount.cli.audit;

import io.recount.cells.Layout;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/** The ids that tables hold, as people read them: names of measures, money with its point, times as times. */
public final class MeasureNames {

    /** Of a sketch the tables have the checksum of its values under its id. */
    private static final String CHECKSUM = " (checksum)";

    private final Map<Long, Name> names = new HashMap<>();

    public MeasureNames(Model model) {
        Layout layout = new Layout(model);
        for (Measure measure : model.measures()) {
            String checksum = measure.kind().isSketch() ? CHECKSUM : "";
            names.put((long) measure.id(), new Name(measure.name() + checksum, form(measure, layout)));
            if (measure.kind().keepsTime()) {
                names.put(measure.id() + 1L, new Name(measure.name() + "_at", MeasureNames::time));
            }
        }
    }

    private record Name(String text, LongFunction<String> form) {}

    private static LongFunction<String> form(Measure measure, Layout layout) {
        if (measure.kind() == Measure.Kind.COUNT || measure.kind().isSketch() || measure.of() == null) {
            return Long::toString;
        }
        FieldType type = layout.slot(measure.of()).type();
        if (type instanceof FieldType.Money money) {
            return number -> BigDecimal.valueOf(number, money.scale()).toPlainString();
        }
        return type instanceof FieldType.InstantOf ? MeasureNames::time : Long::toString;
    }

    private static String time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }

    /** An id that the model has not is its own name. */
    public String name(long id) {
        Name name = names.get(id);
        return name == null ? "measure " + id : name.text();
    }

    /** What a measure is called that is a sketch. */
    public String sketch(long id) {
        return name(id).replace(CHECKSUM, "");
    }

    /** A number of a measure. */
    public String shown(long id, long number) {
        Name name = names.get(id);
        return name == null ? Long.toString(number) : name.form().apply(number);
    }
}
