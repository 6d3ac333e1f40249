package io.recount.demo;

import io.recount.demo.feed.Feeding;
import io.recount.demo.feed.Intermission;
import io.recount.harness.feed.Delivery;
import io.recount.local.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What befalls the engines while documents are fed. They divide the documents into equal portions: each strikes when some
 * of the portion before it is published. An incident that fails fails the feeding, which would wait for it for ever.
 */
final class Incidents {

    private static final Duration FIRST_COMMIT = Duration.ofMinutes(5);

    private static final Duration NEXT_COMMIT = Duration.ofMinutes(1);

    private final List<Planned> incidents = new ArrayList<>();
    private final List<CompletableFuture<Void>> portions = new ArrayList<>();
    private Runnable more = Incidents::nothingIsLeft;

    /** Whether the portion behind it waits until it is over, or asks for {@link #feedMore}. */
    private record Planned(Incident incident, boolean pausing) {}

    void add(Incident incident, boolean pausing) {
        incidents.add(new Planned(incident, pausing));
    }

    /** Of an incident that pauses: feeds the portion behind it, and returns when some of that is published. */
    void feedMore() {
        more.run();
    }

    private static void nothingIsLeft() {
        throw new IllegalStateException("Only an incident that pauses the feeding can have more fed");
    }

    /** The same deliveries, which wait between two portions. */
    Iterator<Delivery> dividing(Iterator<Delivery> deliveries, int documents) {
        Iterator<Delivery> divided = deliveries;
        for (int i = 1; i <= incidents.size(); i++) {
            CompletableFuture<Void> portion = new CompletableFuture<>();
            portions.add(portion);
            long before = (long) documents * i / (incidents.size() + 1);
            divided = new Intermission(divided, before, portion::join);
        }
        return divided;
    }

    /** Has one after the other strike; done when all are over. */
    CompletableFuture<Void> befall(Engines engines, Feeding feeding, Publication publication) {
        return CompletableFuture.runAsync(() -> strike(engines, feeding, publication))
                .whenComplete((over, failed) -> {
                    if (failed != null) {
                        portions.forEach(portion -> portion.completeExceptionally(failed));
                    }
                });
    }

    private void strike(Engines engines, Feeding feeding, Publication publication) {
        long fedBefore = 0;
        for (int i = 0; i < incidents.size(); i++) {
            long behind = fedBefore;
            Await.until(
                    () -> publication.committed() > behind,
                    FIRST_COMMIT,
                    () -> "Nothing more was published before the incident");
            fedBefore = feeding.fed();
            CompletableFuture<Void> portion = portions.get(i);
            if (incidents.get(i).pausing()) {
                more = () -> feed(portion, feeding, publication);
            } else {
                portion.complete(null);
            }
            incidents.get(i).incident().strike(engines);
            more = Incidents::nothingIsLeft;
            portion.complete(null);
        }
    }

    private static void feed(CompletableFuture<Void> portion, Feeding feeding, Publication publication) {
        long before = feeding.fed();
        portion.complete(null);
        Await.until(
                () -> publication.committed() > before,
                NEXT_COMMIT,
                () -> "Nothing was published of what was fed after the first " + before + " messages");
    }
}
