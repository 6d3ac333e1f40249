package io.recount.pipeline.requests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowTest {

    private static final long SECOND = 1_000_000_000L;

    private final Window window = new Window();
    private long checkpoint;
    private long nanos;

    private void fill() {
        while (window.isOpen()) {
            window.handed(100);
        }
    }

    private void checkpoint(long seconds) {
        window.passed(++checkpoint, nanos);
        nanos += seconds * SECOND;
        window.completed(checkpoint, nanos);
    }

    @Test
    void itIsOpenAgainOnceACheckpointCoversWhatWasHandedOver() {
        fill();
        assertThat(window.isOpen()).isFalse();
        checkpoint(3);
        assertThat(window.isOpen()).isTrue();
        assertThat(window.limit()).isEqualTo(Window.FIRST);
    }

    @Test
    void itGrowsWhileCheckpointsAreQuickAndHalvesAtASlowOne() {
        for (int i = 0; i < 40; i++) {
            fill();
            checkpoint(1);
        }
        assertThat(window.limit()).isEqualTo(Window.MOST);
        fill();
        checkpoint(5);
        assertThat(window.limit()).isEqualTo(Window.MOST / 2);
        for (int i = 0; i < 40; i++) {
            fill();
            checkpoint(5);
        }
        assertThat(window.limit()).isEqualTo(Window.LEAST);
    }

    /** Uploads, for one. */
    @Test
    void whatCheckpointsTakeAnywayIsNoFaultOfHistory() {
        checkpoint(30);
        fill();
        checkpoint(31);
        assertThat(window.limit()).isGreaterThan(Window.FIRST);
    }

    @Test
    void whoDoesNotUseItGetsNoMore() {
        window.handed(1);
        checkpoint(1);
        assertThat(window.limit()).isEqualTo(Window.FIRST);
    }

    @Test
    void anAbortedCheckpointIsPassedOver() {
        fill();
        window.passed(++checkpoint, nanos);
        checkpoint(1);
        window.completed(1, nanos);
        assertThat(window.isOpen()).isTrue();
    }
}
