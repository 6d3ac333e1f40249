package io.recount.pipeline.models;

import io.recount.pipeline.requests.RequestMessage;
import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A row of {@code models}: under which model a submission began.
 *
 * @param timeline of the submission
 * @param fingerprint what state calls the model
 * @param meaning as text
 * @param changes submissions up to this one that began under another model than the one before
 * @param measures of this model and of those before it, ascending by id
 */
public record ModelRow(
        long timeline, String fingerprint, String meaning, List<Long> changes, List<KeptMeasure> measures)
        implements Serializable {

    /** The table. */
    public static final String TABLE = "models";

    /** The last second of a bucket. */
    private static final Instant END = Instant.ofEpochSecond(0xFFFF_FFFFL);

    private static final int NAMED = 10;

    public ModelRow {
        changes = List.copyOf(changes);
        measures = List.copyOf(measures);
    }

    /**
     * Has all cells computed again, a request for each change of the model: whoever goes on from an older state has those
     * to do that came later. A request that was made before is known by its id.
     */
    public List<RequestMessage.Ask> fills() {
        return changes.stream()
                .map(change ->
                        new RequestMessage.Ask("fill-" + change, List.of(), Instant.EPOCH, END, reason(change), 0))
                .toList();
    }

    private String reason(long change) {
        return "the model was changed" + named("; new: ", measure -> measure.added() == change)
                + named("; removed: ", measure -> measure.removed() == change);
    }

    private String named(String what, Predicate<KeptMeasure> which) {
        List<String> names =
                measures.stream().filter(which).map(KeptMeasure::name).toList();
        if (names.isEmpty()) {
            return "";
        }
        String more = names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "";
        return what + String.join(", ", names.subList(0, Math.min(NAMED, names.size()))) + more;
    }

    /** As a statement of the client's database. */
    public String insert() {
        return "INSERT INTO " + TABLE + " (timeline, fingerprint, meaning, changes, `measures.id`, `measures.name`,"
                + " `measures.label`, `measures.kind`, `measures.unit`, `measures.added`, `measures.documents_from`,"
                + " `measures.removed`) VALUES ("
                + timeline + ", " + text(fingerprint) + ", " + text(meaning) + ", " + changes + ", "
                + list(measure -> String.valueOf(measure.id())) + ", "
                + list(measure -> text(measure.name())) + ", "
                + list(measure -> text(measure.label())) + ", "
                + list(measure -> text(measure.kind())) + ", "
                + list(measure -> text(measure.unit())) + ", "
                + list(measure -> String.valueOf(measure.added())) + ", "
                + list(measure -> String.valueOf(measure.documentsFrom())) + ", "
                + list(measure -> String.valueOf(measure.removed())) + ")";
    }

    private String list(Function<KeptMeasure, String> value) {
        return measures.stream().map(value).collect(Collectors.joining(",", "[", "]"));
    }

    private static String text(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
