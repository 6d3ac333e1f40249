package io.recount.cli.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The versions of one document, and what became of each as far as a cell is concerned. Follows from the rows of
 * {@code documents} alone: the greatest (version, hash) that is covered is the valid one.
 */
final class Story {

    private static final Comparator<Version> ARRIVAL = Comparator.comparing(Version::appendedAt)
            .thenComparing(Version::topic)
            .thenComparing(Version::partition)
            .thenComparing(Version::offset);

    private final Version.Placed cell;
    private final List<Version> versions;
    private final Optional<Version> newest;
    private final long timeline;

    /** {@code versions} ascending by rank; the timeline is that of the newest commit. */
    Story(Version.Placed cell, List<Version> versions, long timeline) {
        this.cell = cell;
        this.timeline = timeline;
        this.versions = List.copyOf(versions);
        this.newest = versions.stream().filter(Version::isCovered).max(Comparator.comparingInt(Version::rank));
    }

    List<Version> versions() {
        return versions;
    }

    /** Whether the version is the one whose value the cell has. */
    boolean isCounted(Version version) {
        return version.isCovered()
                && newest.filter(version::isAgain).isPresent()
                && version.placed().equals(cell)
                && isFirstOfItsKind(version);
    }

    private boolean isFirstOfItsKind(Version version) {
        return versions.stream()
                .filter(other -> other.isCovered() && other.isAgain(version))
                .findFirst()
                .filter(version::equals)
                .isPresent();
    }

    /** What has become of it. */
    String state(Version version) {
        if (!version.isCovered() || newest.isEmpty()) {
            return version.timeline() < timeline
                    ? "not counted: abandoned, the job went back behind it"
                    : "not counted: not committed";
        }
        if (!isFirstOfItsKind(version)) {
            return "written again, counted once";
        }
        Version valid = newest.get();
        boolean isHere = version.placed().equals(cell);
        if (version.isAgain(valid)) {
            String what = switch (version.state()) {
                case GOOD -> "counted";
                case BAD -> "bad (" + version.reason() + "): an error";
                case DELETED -> "deleted";
            };
            return isHere ? what : what + " in " + version.placed();
        }
        if (version.ties(valid)) {
            return "lost the tie: the other message of this version has a greater hash";
        }
        if (valid.placed().equals(version.placed())) {
            return "superseded";
        }
        return isHere
                ? "moved away to " + valid.placed()
                : valid.placed().equals(cell)
                        ? "moved in from " + version.placed()
                        : "superseded in " + version.placed();
    }

    /** What its arrival was. */
    String cause(Version version) {
        List<Version> before = new ArrayList<>(versions.stream()
                .filter(other -> other.isCovered() && ARRIVAL.compare(other, version) < 0)
                .toList());
        Optional<Version> known = before.stream().max(Comparator.comparingInt(Version::rank));
        String how = (version.isLoaded() ? ", loaded from elsewhere" : "") + (version.isLate() ? ", late" : "");
        if (known.isEmpty()) {
            return (version.state() == Version.State.BAD ? "new, bad" : "new") + how;
        }
        Version valid = known.get();
        if (before.stream().anyMatch(version::isAgain)) {
            return "delivered again" + how;
        }
        if (version.rank() < valid.rank()) {
            return (version.ties(valid) ? "tie" : "older than what was known") + how;
        }
        String what = version.ties(valid) ? "tie" : "correction";
        if (version.state() == Version.State.DELETED) {
            what = "delete";
        } else if (version.state() == Version.State.BAD) {
            what = "bad version";
        } else if (valid.state() == Version.State.BAD) {
            what = "correction of a bad version";
        }
        return what + (version.placed().equals(valid.placed()) ? "" : ", move from " + valid.placed()) + how;
    }
}
