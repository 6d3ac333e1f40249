package io.recount.harness.expectation;

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

    /** Returns false if this very version was there before. */
    boolean add(Version version) {
        Version known = latest.get(version.id());
        if (known == null) {
            latest.put(version.id(), version);
            return true;
        }
        if (version.isSameAs(known)) {
            return false;
        }
        if (version.isNewerThan(known)) {
            latest.put(version.id(), version);
            return superseded.add(Superseded.of(known));
        }
        return superseded.add(Superseded.of(version));
    }

    Collection<Version> latest() {
        return latest.values();
    }

    private record Superseded(DocumentId id, long writtenAt, long hash) {

        static Superseded of(Version version) {
            return new Superseded(version.id(), version.writtenAt(), version.hash());
        }
    }
}
