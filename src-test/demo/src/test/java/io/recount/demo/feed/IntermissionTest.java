package io.recount.demo.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.feed.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IntermissionTest {

    @Test
    void waitsOnceAfterTheFirstDeliveries() {
        List<String> events = new ArrayList<>();
        Intermission held = new Intermission(
                Stream.of("a", "b", "c")
                        .map(key -> new Delivery(key, new byte[0], 0))
                        .iterator(),
                2,
                () -> events.add("released"));
        held.forEachRemaining(delivery -> events.add(String.valueOf(delivery.key())));
        assertThat(events).containsExactly("a", "b", "released", "c");
    }

    @Test
    void shortFeedIsNotHeldBack() {
        List<String> events = new ArrayList<>();
        Intermission held = new Intermission(
                Stream.of(new Delivery("a", new byte[0], 0)).iterator(), 2, () -> events.add("released"));
        held.next();
        assertThat(held.hasNext()).isFalse();
        assertThat(events).isEmpty();
    }
}
