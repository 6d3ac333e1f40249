package io.recount.harness.meters;

import java.time.Instant;

/**
 * Which reading it is, and where it belongs.
 *
 * @param id unique within its meter, not beyond
 * @param takenAt whole seconds
 */
record Place(String meter, String id, Instant takenAt) {

    Place withTakenAt(Instant value) {
        return new Place(meter, id, value);
    }
}
