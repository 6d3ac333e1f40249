package io.recount.local;

/** What becomes of an engine when the JVM that started it ends. */
public enum Lifetime {
    /** It stops, however that JVM ended. */
    ATTACHED,
    /** It stays, until someone attaches to its folder and stops it. */
    DETACHED
}
