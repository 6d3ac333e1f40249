package io.recount.harness.expectation;

import io.recount.harness.expectation.Message.Bad;
import io.recount.harness.expectation.Message.DocumentId;
import io.recount.harness.expectation.Message.Version;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The latest version of every document of a register, and of the others only that they were there. */
final class History {

    private final Map<DocumentId, Version> latest = new HashMap<>();
    private final Set<Superseded> superseded = new HashSet<>();
    private final Set<DocumentId> late = new HashSet<>();

    /** Takes in a delivery; {@code isLate} if it came after its bucket had been closed. */
    Arrival add(Version version, boolean isLate) {
        Version known = latest.get(version.id());
        if (known != null && (version.isSameAs(known) || superseded.contains(Superseded.of(version)))) {
            return Arrival.DUPLICATE;
        }
        if (known != null && !version.isNewerThan(known)) {
            superseded.add(Superseded.of(version));
            return Arrival.SUPERSEDED;
        }
        if (known != null) {
            superseded.add(Superseded.of(known));
        }
        latest.put(version.id(), version);
        if (isLate) {
            late.add(version.id());
        } else {
            late.remove(version.id());
        }
        if (version.content() instanceof Bad) {
            return Arrival.BAD;
        }
        return known == null ? Arrival.NEW : Arrival.CORRECTED;
    }

    Collection<Version> latest() {
        return latest.values();
    }

    /** Whether the latest version of a document was late. */
    boolean isLate(DocumentId id) {
        return late.contains(id);
    }

    private record Superseded(DocumentId id, long writtenAt, long hash) {

        static Superseded of(Version version) {
            return new Superseded(version.id(), version.writtenAt(), version.hash());
        }
    }
}
