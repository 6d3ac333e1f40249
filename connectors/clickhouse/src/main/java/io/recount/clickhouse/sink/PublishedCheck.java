package io.recount.clickhouse.sink;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.SinkTable;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Decides whether a start goes on from what is published: the newest commit lies at or before a checkpoint of the start's
 * own history.
 *
 * <p>A job that sees to the rows it does not know, see {@link UnseenRows}, needs some history and no more. Any other job
 * writes only what differs from what its state says it has published. What a history that it does not know has
 * published would stay valid beside its own: a document that moved from one key to another would count in both.
 *
 * <p>A restart inside a submission is held to the same rule: Flink commits only what has completed and restores the
 * newest that has, and a stop that fails behind its savepoint is not restarted, so it always passes.
 *
 * <p>A refusal stops the job for good: the next attempt would know no more.
 */
final class PublishedCheck {

    private final SinkSettings settings;
    private final Seal start;

    /**
     * @param settings what the sink was built with
     * @param start the seal the job starts at: its own timeline, the checkpoint it was restored from, its lineage
     */
    PublishedCheck(SinkSettings settings, Seal start) {
        this.settings = settings;
        this.start = start;
    }

    /** Refuses if the newest commit is not part of the start's history, unless the job sees to that. */
    void against(Optional<Ledger.Entry> newestCommit) {
        if (newestCommit.isPresent() && isRefused(newestCommit.get().seal())) {
            throw refusal(newestCommit.get());
        }
    }

    private boolean isRefused(Seal published) {
        return switch (settings.unseenRows()) {
            case REFUSE -> !knows(published);
            case RECOMPUTE -> history(published).findAny().isEmpty();
            case FORGET -> false;
        };
    }

    private boolean knows(Seal published) {
        return history(published)
                .anyMatch(known ->
                        known.timeline() == published.timeline() && known.checkpoint() >= published.checkpoint());
    }

    /** The ancestors, and the start's own timeline if it is the one that published: else it has no checkpoint yet. */
    private Stream<Ancestor> history(Seal published) {
        Stream<Ancestor> ancestors = start.lineage().ancestors().stream();
        return published.timeline() == start.timeline()
                ? Stream.concat(
                        ancestors, Stream.of(new Ancestor(start.timeline(), start.checkpoint(), start.positions())))
                : ancestors;
    }

    private SuppressRestartsException refusal(Ledger.Entry newest) {
        Seal published = newest.seal();
        String known = history(published)
                .map(cut -> "timeline " + cut.timeline() + " up to checkpoint " + cut.checkpoint())
                .collect(Collectors.joining(", "));
        return new SuppressRestartsException(new IllegalStateException("The tables hold more than this start knows."
                + " Published is checkpoint "
                + published.checkpoint() + " of timeline " + published.timeline() + " (submitted "
                + Instant.ofEpochSecond(published.timeline()) + ", committed " + newest.writtenAt()
                + "). This start, timeline " + start.timeline() + ", knows "
                + (known.isEmpty() ? "nothing: it has no state" : known)
                + ". Next: start the job from the savepoint or retained checkpoint " + published.checkpoint()
                + " of timeline " + published.timeline() + ", or from a later one of it. " + orElse()));
    }

    private String orElse() {
        return switch (settings.unseenRows()) {
            case REFUSE ->
                "What this start does not know would stay in the tables and count twice. Or begin anew: drop or truncate"
                        + " the tables " + publishedTables() + " of database "
                        + settings.cluster().database() + ", and start without state";
            case RECOMPUTE, FORGET ->
                "Or go on without state from the ledger (recount run --set start.from=ledger). Or compute all again from"
                        + " the input (recount run --forget)";
        };
    }

    private String publishedTables() {
        Stream<String> published = settings.tables().stream()
                .filter(table -> table.phase() == Phase.ON_COMMIT)
                .map(SinkTable::name);
        return Stream.concat(published, Stream.of(Ledger.TABLE)).collect(Collectors.joining(", "));
    }
}
