package io.recount.cells;

import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sketches that a model keeps of a cell. A sketch can't take a document away again, so it is made when its cell is
 * published, of the documents that are in the cell then. Whether it has changed by then the checksum of its values tells,
 * which is a sum like any other ({@link Measures}).
 */
public final class Sketches implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final int FIRST_CAPACITY = 64;

    /** One of them. */
    private record Part(Measure.Kind kind, Contribution contribution, SketchedField field) implements Serializable {}

    private final List<Part> parts;

    private Sketches(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    public static Sketches of(Model model, Layout layout) {
        return new Sketches(measures(model).stream()
                .map(measure ->
                        new Part(measure.kind(), Contribution.of(measure, layout), SketchedField.of(measure, layout)))
                .toList());
    }

    /** The measures that are sketches, in the order of their columns. */
    public static List<Measure> measures(Model model) {
        return model.measures().stream()
                .filter(measure -> measure.kind().isSketch())
                .toList();
    }

    /** The model keeps none. */
    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Of no documents yet. */
    public Collected collect() {
        return new Collected();
    }

    /** The values of some documents. Not thread-safe. */
    public final class Collected {

        private final long[][] values = new long[parts.size()][FIRST_CAPACITY];
        private final int[] sizes = new int[parts.size()];

        private Collected() {}

        /** Adds a document. Only good ones have values. */
        public void add(Document document) {
            if (document.state() != Document.State.GOOD) {
                return;
            }
            for (int i = 0; i < sizes.length; i++) {
                Part part = parts.get(i);
                if (part.contribution().applies(document.values())) {
                    if (sizes[i] == values[i].length) {
                        values[i] = Arrays.copyOf(values[i], 2 * sizes[i]);
                    }
                    values[i][sizes[i]++] = part.kind() == Measure.Kind.UNIQ
                            ? part.field().hash(document.values())
                            : part.field().value(document.values());
                }
            }
        }

        /** Their sketches, in the order of {@link Sketches#measures}. */
        public List<Sketch> sketches() {
            List<Sketch> sketches = new ArrayList<>(sizes.length);
            for (int i = 0; i < sizes.length; i++) {
                long[] its = Arrays.copyOf(values[i], sizes[i]);
                sketches.add(
                        switch (parts.get(i).kind()) {
                            case UNIQ -> Sketch.theta(its);
                            case UNIQ_EXACT -> Sketch.exact(its);
                            case QUANTILE -> Sketch.digest(its);
                            case COUNT, SUM, MIN, MAX, FIRST, LAST ->
                                throw new IllegalStateException("no sketch: " + parts.get(i));
                        });
            }
            return sketches;
        }
    }
}
