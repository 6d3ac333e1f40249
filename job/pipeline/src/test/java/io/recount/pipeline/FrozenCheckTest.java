package io.recount.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class FrozenCheckTest {

    private static final FrozenLine EARLIER = FrozenLine.before(LocalDate.of(2024, 1, 1));
    private static final FrozenLine LATER = FrozenLine.before(LocalDate.of(2025, 1, 1));
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    @Test
    void theLineOnlyMovesForward() {
        assertThatCode(() -> FrozenCheck.refuse(LATER, EARLIER, NOW)).doesNotThrowAnyException();
        assertThatCode(() -> FrozenCheck.refuse(LATER, LATER, NOW)).doesNotThrowAnyException();
        assertThatThrownBy(() -> FrozenCheck.refuse(EARLIER, LATER, NOW))
                .isInstanceOf(RefusedStartException.class)
                .hasMessageContaining("retention.frozen.before is 2024-01-01")
                .hasMessageContaining("Next: write retention.frozen.before: 2025-01-01");
        assertThatThrownBy(() -> FrozenCheck.refuse(FrozenLine.NONE, LATER, NOW))
                .hasMessageContaining("retention.frozen.before is not set");
    }

    @Test
    void aDayThatHasNotBegunIsRefused() {
        assertThatThrownBy(() -> FrozenCheck.refuse(LATER, EARLIER, Instant.parse("2024-12-31T23:59:59Z")))
                .isInstanceOf(RefusedStartException.class)
                .hasMessageContaining("2025-01-01, which has not begun");
    }

    @Test
    void theLedgerKnowsTheLineByTheNameOfTheJob() {
        Model model = ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
        String name = JobName.of(model, LATER);

        assertThat(name).endsWith(", frozen before 2025-01-01");
        assertThat(JobName.frozen(name)).isEqualTo(LATER);
        assertThat(JobName.withoutLine(name)).isEqualTo(JobName.of(model, FrozenLine.NONE));
        assertThat(JobName.frozen(JobName.of(model, FrozenLine.NONE))).isEqualTo(FrozenLine.NONE);
        assertThat(JobName.frozen("")).isEqualTo(FrozenLine.NONE);
        assertThat(RecountJob.isOf(name, model, LATER)).isTrue();
        assertThat(RecountJob.isOf(name, model, EARLIER)).isFalse();
        assertThat(RecountJob.isOf(name, model, FrozenLine.NONE)).isFalse();
    }
}
