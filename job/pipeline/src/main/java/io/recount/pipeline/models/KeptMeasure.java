package io.recount.pipeline.models;

import java.io.Serializable;

/**
 * A measure of a model that is or was in use. Submissions are told by their timelines.
 *
 * @param kind as in a model file
 * @param unit what its values are
 * @param added the submission that brought it; 0 if it was there from the beginning
 * @param documentsFrom the submission from which on documents have what it needs; 0 if all have
 * @param removed the submission that removed it; 0 if it is there
 */
public record KeptMeasure(
        int id, String name, String label, String kind, String unit, long added, long documentsFrom, long removed)
        implements Serializable {

    KeptMeasure removedBy(long timeline) {
        return new KeptMeasure(id, name, label, kind, unit, added, documentsFrom, timeline);
    }
}
