package io.recount.cli.invalidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.pipeline.requests.RequestMessage.Order;
import io.recount.pipeline.requests.RequestMessage.Verb;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class RequestIdTest {

    @Test
    void idsAreValidAndSortByTime() {
        long seed = 20_261_130;
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<String> ids = new ArrayList<>();
        Instant time = Instant.parse("2026-11-30T23:59:58Z");
        for (int i = 0; i < 100; i++) {
            String id = RequestId.mint(Clock.fixed(time, ZoneOffset.ofHours(9)), random);
            assertThat(new Order(id, Verb.CANCEL).id()).isEqualTo(id);
            ids.add(id);
            time = time.plusSeconds(1);
        }
        assertThat(ids.get(0)).startsWith("20261130-235958-").hasSize(20);
        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void timesAreInstantsOrDays() {
        PointInTime time = new PointInTime();
        assertThat(time.convert("2026-01-31")).isEqualTo("2026-01-31T00:00:00Z");
        assertThat(time.convert("2026-01-31T08:00Z")).isEqualTo("2026-01-31T08:00:00Z");
        assertThat(time.convert("2026-01-31T08:00:00+03:00")).isEqualTo("2026-01-31T05:00:00Z");
        for (String wrong : List.of("2026-02-30", "2026-01-31T08:00:00", "yesterday", "")) {
            assertThatThrownBy(() -> time.convert(wrong))
                    .isInstanceOf(TypeConversionException.class)
                    .hasMessageContaining("'" + wrong + "' is no time. Write 2026-01-31");
        }
    }

    @Test
    void lengthsAreThoseOfTheConfiguration() {
        assertThat(new LengthOfTime().convert("30 min")).isEqualTo(Duration.ofMinutes(30));
        assertThatThrownBy(() -> new LengthOfTime().convert("soon"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'soon' is no length of time");
    }
}
