package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.Phase;
import io.recount.clickhouse.TableRow;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowBufferTest {

    private static final BlockLimits TWO_ROWS = new BlockLimits(2, 1000, 1000);

    @Test
    void theGreatestVersionOfAKeyStays() {
        RowBuffer buffer = new RowBuffer(Phase.ON_COMMIT);
        TableRow newest = Samples.row(1, 0, 3, 7, 300);
        buffer.add(Samples.row(1, 0, 2, 7, 200));
        buffer.add(newest);
        buffer.add(Samples.row(1, 0, 1, 7, 100));
        assertThat(buffer.rows()).containsExactly(newest.row());
        assertThat(buffer.isFull(TWO_ROWS)).isFalse();
    }

    @Test
    void ofEqualVersionsTheLaterStays() {
        RowBuffer buffer = new RowBuffer(Phase.ON_COMMIT);
        TableRow later = Samples.row(1, 0, 3, 7, 2);
        buffer.add(Samples.row(1, 0, 3, 7, 1));
        buffer.add(later);
        assertThat(buffer.rows()).containsExactly(later.row());
    }

    @Test
    void keysDifferByTheirBytes() {
        RowBuffer buffer = new RowBuffer(Phase.ON_COMMIT);
        buffer.add(Samples.row(1, 0, 1, 7, 1));
        buffer.add(Samples.row(1, 0, 1, 8, 1));
        assertThat(buffer.rows()).hasSize(2);
        assertThat(buffer.isFull(TWO_ROWS)).isTrue();
    }

    @Test
    void aLogKeepsEveryRow() {
        RowBuffer buffer = new RowBuffer(Phase.ON_WRITE);
        TableRow row = Samples.row(0, 0, 1, 7, 1);
        buffer.add(row);
        buffer.add(row);
        assertThat(buffer.rows()).isEqualTo(List.of(row.row(), row.row()));
    }

    @Test
    void bytesFillItToo() {
        RowBuffer buffer = new RowBuffer(Phase.ON_COMMIT);
        BlockLimits thirtyBytes = new BlockLimits(100, 30, 1000);
        buffer.add(Samples.row(1, 0, 1, 1, 1));
        buffer.add(Samples.row(1, 0, 2, 1, 2));
        buffer.add(Samples.row(1, 0, 1, 2, 1));
        assertThat(buffer.isFull(thirtyBytes)).isFalse();
        buffer.add(Samples.row(1, 0, 1, 3, 1));
        assertThat(buffer.isFull(thirtyBytes)).isTrue();
    }
}
