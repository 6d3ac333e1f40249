package io.recount.cells;

import io.recount.cells.model.Dimension;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import java.io.Serializable;
import java.util.ArrayList;
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

    /** The enum slot that most measures ask for, so that a document looks only at those of its own value. */
    private final int discriminator;

    private final List<List<Contribution>> byDiscriminator;
    private final List<Contribution> always;
    private final Piece[] pieceById;

    private Measures(Layout layout, List<Measure> measures) {
        List<Contribution> contributions = new ArrayList<>();
        int greatestId = 0;
        for (Measure measure : measures) {
            contributions.add(Contribution.of(measure, layout));
            greatestId = Math.max(greatestId, measure.id());
        }
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
                test.get()
                        .values()
                        .forEach(value -> byDiscriminator.get((int) value).add(contribution));
            } else {
                always.add(contribution);
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
                for (Contribution each : candidates(document)) {
                    if (each.applies(document.values())) {
                        each.addTo(aggregate, document);
                    }
                }
                for (Contribution each : always) {
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
                for (Contribution each : candidates(document)) {
                    exact &= !each.applies(document.values()) || each.retractFrom(aggregate, document);
                }
                for (Contribution each : always) {
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
                : List.of();
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
        int[] previous = {0};
        aggregate.forEach((id, piece, high, low) -> {
            out.unsigned(id - previous[0]);
            previous[0] = id;
            out.signed(low);
            boolean wide = piece != Piece.SUM || high != low >> 63;
            out.unsigned(wide ? 1 : 0);
            if (wide) {
                out.signed(high);
            }
        });
    }

    /** Reads {@link #encode}. Measures that the model no longer has are left out. */
    public Aggregate decode(byte[] bytes) {
        return decode(new PackedReader(bytes));
    }

    /** Like {@link #decode(byte[])}, of all that is left to read. */
    public Aggregate decode(PackedReader in) {
        Aggregate aggregate = new Aggregate();
        aggregate.count(in.unsigned(), in.unsigned(), in.unsigned());
        int id = 0;
        while (in.hasMore()) {
            id += (int) in.unsigned();
            long low = in.signed();
            long high = in.unsigned() == 1 ? in.signed() : low >> 63;
            if (id < pieceById.length && pieceById[id] != null) {
                aggregate.combine(id, pieceById[id], high, low);
            }
        }
        return aggregate;
    }
}
