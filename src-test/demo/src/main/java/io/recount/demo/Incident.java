package io.recount.demo;

/** What may befall the engines while the job runs. */
@FunctionalInterface
public interface Incident {

    /** Strikes once, in the middle of the feeding, and returns when it is over. */
    void strike(Engines engines);
}
