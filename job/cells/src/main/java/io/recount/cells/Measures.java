package io.recount.cells;

import io.recount.cells.model.Dimension;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a document contributes to the aggregates it belongs to.
 *
 * <p>Laws, for documents d, e and an aggregate a: {@code add(add(a, d), e) = add(add(a, e), d)}, and {@code
 * retract(add(a, d), d) = a} wherever {@link #retract} returns true.
 */
public final class Measures implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final int ENUM_IDS = 256;

    /** A measure takes about so many bytes. */
    private static final int USUAL_BYTES = 3;

    /** The enum slot that most measures ask for, so that a document looks only at those of its own value. */
    private final int discriminator;

    /** For documents with such a value, ascending by id. */
    private final List<List<Contribution>> byDiscriminator;

    /** For documents without. */
    private final List<Contribution> always;

    private final Piece[] pieceById;

    private Measures(Layout layout, List<Measure> measures) {
        List<Contribution> contributions = measures.stream()
                .map(measure -> Contribution.of(measure, layout))
                .sorted(Comparator.comparingInt(Contribution::id))
                .toList();
        int greatestId = contributions.stream().mapToInt(Contribution::id).max().orElse(0);
        pieceById = new Piece[greatestId + 1];
        contributions.forEach(each -> pieceById[each.id()] = each.piece());

        discriminator = mostTested(contributions);
        always = new ArrayList<>();
        byDiscriminator = new ArrayList<>();
        for (int value = 0; value < ENUM_IDS; value++) {
            byDiscriminator.add(new ArrayList<>());
        }
        for (Contribution contribution : contributions) {
            var test = contribution.enumTestOf(discriminator);
            if (test.isPresent()) {
                Contribution tested = contribution.without(test.get());
                test.get()
                        .values()
                        .forEach(value -> byDiscriminator.get((int) value).add(tested));
            } else {
                always.add(contribution);
                byDiscriminator.forEach(each -> each.add(contribution));
            }
        }
    }

    /** All measures of a model. */
    public static Measures of(Model model, Layout layout) {
        return new Measures(layout, model.measures());
    }

    /** The measures kept for the values of a dimension. */
    public static Measures of(Model model, Layout layout, Dimension dimension) {
        Set<Integer> kept = new HashSet<>(dimension.measures());
        return new Measures(
                layout,
                model.measures().stream()
                        .filter(measure -> kept.contains(measure.id()))
                        .toList());
    }

    private static int mostTested(List<Contribution> contributions) {
        Map<Integer, Integer> uses = new HashMap<>();
        contributions.forEach(
                each -> each.enumTests().forEach(test -> uses.merge(test.slot().index(), 1, Integer::sum)));
        return uses.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(-1);
    }

    /** Adds a document. Deleted ones contribute nothing, bad ones an error. */
    public void add(Aggregate aggregate, Document document, boolean late) {
        switch (document.state()) {
            case GOOD -> {
                aggregate.count(1, late ? 1 : 0, 0);
                List<Contribution> candidates = candidates(document);
                for (int i = 0; i < candidates.size(); i++) {
                    Contribution each = candidates.get(i);
                    if (each.applies(document.values())) {
                        each.addTo(aggregate, document);
                    }
                }
            }
            case BAD -> aggregate.count(0, 0, 1);
            case DELETED -> {}
        }
    }

    /**
     * Takes a document away that was added before.
     *
     * @return false if a measure must be folded again from the documents that are left
     */
    public boolean retract(Aggregate aggregate, Document document, boolean late) {
        boolean exact = true;
        switch (document.state()) {
            case GOOD -> {
                aggregate.count(-1, late ? -1 : 0, 0);
                List<Contribution> candidates = candidates(document);
                for (int i = 0; i < candidates.size(); i++) {
                    Contribution each = candidates.get(i);
                    exact &= !each.applies(document.values()) || each.retractFrom(aggregate, document);
                }
            }
            case BAD -> aggregate.count(0, 0, -1);
            case DELETED -> {}
        }
        return exact;
    }

    private List<Contribution> candidates(Document document) {
        FieldValues values = document.values();
        return discriminator >= 0 && values.hasNumber(discriminator)
                ? byDiscriminator.get((int) values.number(discriminator))
                : always;
    }

    /** Writes an aggregate: canonical, equal aggregates give equal bytes. */
    public byte[] encode(Aggregate aggregate) {
        PackedWriter out = new PackedWriter();
        encode(aggregate, out);
        return out.toBytes();
    }

    /** Like {@link #encode(Aggregate)}, at the end of what is being written. */
    public void encode(Aggregate aggregate, PackedWriter out) {
        out.unsigned(aggregate.documents());
        out.unsigned(aggregate.lateDocuments());
        out.unsigned(aggregate.errors());
        MeasureVector measures = aggregate.measures();
        int previous = 0;
        for (int i = measures.first(); i != MeasureVector.END; i = measures.after(i)) {
            int step = measures.id(i) - previous;
            previous = measures.id(i);
            boolean wide = isWide(measures.piece(i), measures.high(i), measures.low(i));
            out.unsigned(step << 1 | (wide ? 1 : 0));
            out.signed(measures.low(i));
            if (wide) {
                out.signed(measures.high(i));
            }
        }
    }

    /** Reads {@link #encode}. Measures that the model no longer has are left out. */
    public Aggregate decode(byte[] bytes) {
        return decode(new PackedReader(bytes));
    }

    /** Like {@link #decode(byte[])}, of all that is left to read. */
    public Aggregate decode(PackedReader in) {
        Aggregate aggregate = new Aggregate(new MeasureVector(in.left() / USUAL_BYTES + 1));
        aggregate.count(in.unsigned(), in.unsigned(), in.unsigned());
        int id = 0;
        while (in.hasMore()) {
            int step = (int) in.unsigned();
            id += step >> 1;
            boolean wide = (step & 1) != 0;
            long low = in.signed();
            long high = wide ? in.signed() : 0;
            Piece piece = id < pieceById.length ? pieceById[id] : null;
            if (piece != null) {
                aggregate.combine(id, piece, wide || piece != Piece.SUM ? high : low >> 63, low);
            }
        }
        return aggregate;
    }

    /**
     * The aggregate that {@link PublishedMeasures} were made of; a sum that did not fit is the bound at which it was held.
     * Measures that the model no longer has are left out.
     *
     * @param ids ascending
     * @param values one of each id
     */
    public Aggregate ofPublished(long documents, long lateDocuments, long errors, int[] ids, long[] values) {
        Aggregate aggregate = new Aggregate(new MeasureVector(ids.length + 1));
        aggregate.count(documents, lateDocuments, errors);
        for (int i = 0; i < ids.length; i++) {
            Piece piece = ids[i] < pieceById.length ? pieceById[ids[i]] : null;
            if (piece == Piece.EARLIEST || piece == Piece.LATEST) {
                aggregate.combine(ids[i], piece, values[i + 1], values[i]);
                i++;
            } else if (piece != null) {
                aggregate.combine(ids[i], piece, piece == Piece.SUM ? values[i] >> 63 : 0, values[i]);
            }
        }
        return aggregate;
    }

    /** Whether the high word has to be written. */
    private static boolean isWide(Piece piece, long high, long low) {
        return switch (piece) {
            case SUM -> high != low >> 63;
            case LEAST, GREATEST -> false;
            case EARLIEST, LATEST -> true;
        };
    }
}
