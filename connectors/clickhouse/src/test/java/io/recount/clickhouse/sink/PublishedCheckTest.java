package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;

final class PublishedCheckTest {

    /** Timeline 100 was left at 4, 200 at 9. */
    private static final Lineage LINEAGE =
            Lineage.NONE.leftAt(new Ancestor(100, 4, List.of())).leftAt(new Ancestor(200, 9, List.of()));

    @Test
    void whereNothingIsPublishedEveryStartPasses() {
        assertThatCode(() -> check(300, 0, Lineage.NONE).against(Optional.empty()))
                .doesNotThrowAnyException();
    }

    @Test
    void aStartAtOrBehindTheNewestCommitPasses() {
        assertThatCode(() -> check(300, 9, LINEAGE).against(published(200, 9))).doesNotThrowAnyException();
        assertThatCode(() -> check(300, 9, LINEAGE).against(published(200, 8))).doesNotThrowAnyException();
        assertThatCode(() -> check(300, 9, LINEAGE).against(published(100, 4))).doesNotThrowAnyException();
    }

    @Test
    void aStartBeforeTheNewestCommitIsRefusedForGood() {
        assertThatThrownBy(() -> check(300, 9, LINEAGE).against(published(200, 10)))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("Published is checkpoint 10 of timeline 200")
                .hasMessageContaining("submitted 1970-01-01T00:03:20Z, committed 2024-05-01T12:00:00Z")
                .hasMessageContaining("timeline 300, knows timeline 100 up to checkpoint 4,"
                        + " timeline 200 up to checkpoint 9. Next:")
                .hasMessageContaining("savepoint or retained checkpoint 10 of timeline 200")
                .hasMessageContaining("truncate the tables totals, commits of database db,");
        assertThatThrownBy(() -> check(300, 9, LINEAGE).against(published(100, 5)))
                .isInstanceOf(SuppressRestartsException.class);
    }

    @Test
    void whatASubmissionOutsideTheLineagePublishedIsRefused() {
        assertThatThrownBy(() -> check(300, 9, LINEAGE).against(published(150, 2)))
                .isInstanceOf(SuppressRestartsException.class);
    }

    @Test
    void aStartWithoutStateIsRefusedAndSaysSo() {
        assertThatThrownBy(() -> check(300, 0, Lineage.NONE).against(published(100, 1)))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("knows nothing: it has no state. Next:");
    }

    @Test
    void aRestartGoesOnFromItsNewestCommitOrALaterCheckpoint() {
        assertThatCode(() -> check(300, 12, LINEAGE).against(published(300, 12)))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(300, 13, LINEAGE).against(published(300, 12)))
                .doesNotThrowAnyException();
    }

    @Test
    void aRestartBehindItsNewestCommitIsRefused() {
        assertThatThrownBy(() -> check(300, 11, LINEAGE).against(published(300, 12)))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("timeline 300 up to checkpoint 11")
                .hasMessageContaining("savepoint or retained checkpoint 12 of timeline 300");
    }

    @Test
    void aJobThatRecomputesNeedsSomeHistoryAndNoMore() {
        assertThatCode(() -> check(300, 9, LINEAGE, UnseenRows.RECOMPUTE).against(published(200, 10)))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(300, 11, Lineage.NONE, UnseenRows.RECOMPUTE).against(published(300, 12)))
                .doesNotThrowAnyException();
        assertThatThrownBy(
                        () -> check(300, 0, Lineage.NONE, UnseenRows.RECOMPUTE).against(published(200, 10)))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("knows nothing: it has no state. Next:")
                .hasMessageContaining("start.from=ledger")
                .hasMessageContaining("--forget");
    }

    @Test
    void aJobThatForgetsPasses() {
        assertThatCode(() -> check(300, 0, Lineage.NONE, UnseenRows.FORGET).against(published(200, 10)))
                .doesNotThrowAnyException();
    }

    private static PublishedCheck check(long timeline, long restored, Lineage lineage, UnseenRows unseen) {
        return new PublishedCheck(Samples.settings(timeline, "mine", null, unseen), seal(timeline, restored, lineage));
    }

    private static PublishedCheck check(long timeline, long restored, Lineage lineage) {
        return new PublishedCheck(Samples.settings(timeline, "mine", null), seal(timeline, restored, lineage));
    }

    private static Optional<Ledger.Entry> published(long timeline, long checkpoint) {
        return Optional.of(new Ledger.Entry(
                Ledger.Kind.COMMIT,
                "any",
                Instant.parse("2024-05-01T12:00:00Z"),
                seal(timeline, checkpoint, Lineage.NONE),
                List.of(1)));
    }

    private static Seal seal(long timeline, long checkpoint, Lineage lineage) {
        return new Seal(timeline, checkpoint, lineage, List.of(), Progress.NO_WATERMARK, Map.of());
    }
}
