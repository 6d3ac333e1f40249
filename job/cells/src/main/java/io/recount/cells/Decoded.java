package io.recount.cells;

/** What a message turned out to be. */
public sealed interface Decoded permits Document, Decoded.Ignored, Decoded.Rejected {

    /** No document, by a named rule of the model. */
    record Ignored(String rule) implements Decoded {}

    /** No place, id or version can be read: a dead letter. */
    record Rejected(Problem problem) implements Decoded {}
}
