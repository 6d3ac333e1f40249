package io.recount.cells.model;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which fields say what a document is a version of and where it belongs. All are names in {@link Model#fields}.
 *
 * @param key the field all state and every table is keyed by (text)
 * @param scope numbers are unique within it and may restart in a new one (text), or null
 * @param id number (uint) for {@link IdKind#SEQUENTIAL}, number or text for {@link IdKind#RANDOM}
 * @param version the greatest wins (instant or uint)
 * @param time the document's own time (instant): gives the bucket
 * @param shift a group within the key (uint), or null: then every document is in shift 0
 * @param bucket length of a bucket: 15 minutes or 1 hour
 * @param deleted a version with this field true removes its document (bool), or null
 */
public record DocumentRules(
        String key,
        @Nullable String scope,
        String id,
        IdKind ids,
        String version,
        String time,
        @Nullable String shift,
        Duration bucket,
        @Nullable String deleted)
        implements Serializable {

    /** How ids are given out: sequential ones allow to know that an id is new without looking it up. */
    public enum IdKind {
        SEQUENTIAL,
        RANDOM
    }
}
