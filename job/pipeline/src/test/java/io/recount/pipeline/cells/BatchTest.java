package io.recount.pipeline.cells;

import static io.recount.pipeline.cells.HistoriesReceipts.sale;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.pipeline.types.Delivery;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BatchTest {

    private final HistoriesTopic topic = new HistoriesTopic(HistoriesReceipts.MODEL);

    private Delivery delivery(String register, int number) {
        topic.append(sale(register, number, "12T09:30", 1, "1.00").getBytes(UTF_8), 0);
        return Objects.requireNonNull(topic.delivery(topic.size() - 1));
    }

    @Test
    void whatItTakesComesBackByRegisterInItsOrder() {
        Batch batch = new Batch(new Sizes(5, 64, 1_000));
        for (int number = 1; number <= 5; number++) {
            assertThat(batch.isFull()).isFalse();
            batch.add(delivery("R" + number % 2, number));
        }
        assertThat(batch.isFull()).isTrue();

        var taken = batch.take();
        assertThat(taken.keySet()).containsExactly("R1", "R0");
        assertThat(taken.getOrDefault("R1", List.of()))
                .extracting(each -> each.document().id().number())
                .containsExactly(1L, 3L, 5L);
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.isFull()).isFalse();
    }

    @Test
    void longTextsFillItBeforeTheirNumberDoes() {
        Batch batch = new Batch(Sizes.SHIPPED);
        String text = "x".repeat(1 << 20);
        int taken = 0;
        while (!batch.isFull()) {
            Delivery delivery = delivery("R", taken++);
            delivery.document().values().setText(0, text);
            batch.add(delivery);
        }
        assertThat(taken).isBetween(30, 33);
    }
}
