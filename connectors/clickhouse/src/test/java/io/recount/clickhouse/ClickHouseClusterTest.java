package io.recount.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.ClickHouseCluster.Shard;
import java.net.URI;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ClickHouseClusterTest {

    private static final ClickHouseAccess A = access("http://a:8123", "db");
    private static final ClickHouseAccess B = access("http://b:8123", "db");
    private static final ClickHouseAccess C = access("http://c:8123", "db");

    @Test
    void shardsOwnConsecutiveSlotsInTheirOrder() {
        ClickHouseCluster cluster = new ClickHouseCluster(List.of(new Shard(A, 2), new Shard(B, 1), new Shard(C, 3)));
        assertThat(LongStream.range(0, 8).mapToObj(cluster::shardOf)).containsExactly(0, 0, 1, 2, 2, 2, 0, 0);
    }

    @Test
    void aHashIsUnsigned() {
        ClickHouseCluster cluster = new ClickHouseCluster(List.of(new Shard(A, 1), new Shard(B, 1), new Shard(C, 1)));
        assertThat(cluster.shardOf(-1)).as("2^64 - 1 is a multiple of 3").isZero();
        assertThat(cluster.shardOf(-2)).isEqualTo(2);
        assertThat(cluster.shardOf(Long.MIN_VALUE)).as("2^63 is 2 modulo 3").isEqualTo(2);
    }

    @Test
    void oneServerHasAllRows() {
        ClickHouseCluster cluster = ClickHouseCluster.of(A);
        assertThat(LongStream.of(0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE).mapToObj(cluster::shardOf))
                .containsOnly(0);
        assertThat(cluster.first()).isEqualTo(A);
        assertThat(cluster.nameOf(0)).isEqualTo("ClickHouse at http://a:8123");
    }

    @Test
    void shardsHaveNamesForPeople() {
        ClickHouseCluster cluster = new ClickHouseCluster(List.of(new Shard(A, 1), new Shard(B, 1)));
        assertThat(cluster.nameOf(1)).isEqualTo("ClickHouse at http://b:8123 (shard 2 of 2)");
    }

    @Test
    void whatIsNoClusterIsRefused() {
        assertThatThrownBy(() -> new ClickHouseCluster(List.of())).hasMessageContaining("at least one shard");
        assertThatThrownBy(() -> new Shard(A, 0)).hasMessageContaining("1 to 1000, not 0");
        assertThatThrownBy(() -> new Shard(A, 1_001)).hasMessageContaining("1 to 1000, not 1001");
        assertThatThrownBy(() ->
                        new ClickHouseCluster(List.of(new Shard(A, 1), new Shard(access("http://b:8123", "other"), 1))))
                .hasMessageContaining("one database, not db and other");
        assertThatThrownBy(() ->
                        new ClickHouseCluster(List.of(new Shard(A, 1), new Shard(access("http://A:8123", "db"), 1))))
                .hasMessageContaining("http://A:8123 is named twice");
    }

    private static ClickHouseAccess access(String endpoint, String database) {
        return new ClickHouseAccess(URI.create(endpoint), database, "default", new Secret(""));
    }
}
