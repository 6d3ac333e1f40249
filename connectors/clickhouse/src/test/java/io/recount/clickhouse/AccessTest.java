package io.recount.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.sink.ClickHouseSink;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AccessTest {

    private static final URI ENDPOINT = URI.create("http://localhost:8123");

    @Test
    void thePasswordIsMasked() {
        ClickHouseAccess access = new ClickHouseAccess(ENDPOINT, "db", "user", new Secret("hunter2"));
        assertThat(access.toString()).contains("db", "***").doesNotContain("hunter2");
        assertThat(access.password().reveal()).isEqualTo("hunter2");
    }

    @Test
    void anEndpointWithAPasswordOrWithoutAPortIsRefused() {
        Secret none = new Secret("");
        assertThatThrownBy(() -> new ClickHouseAccess(URI.create("http://u:hunter2@localhost:8123"), "db", "u", none))
                .hasMessageContaining("http://host:port")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> new ClickHouseAccess(URI.create("http://localhost"), "db", "u", none))
                .hasMessageContaining("http://host:port");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8123/?password=hunter2",
                "http://localhost:8123?password=hunter2",
                "http://localhost:8123/hunter2",
                "http://localhost:8123#hunter2",
                "ftp://hunter2:8123",
                "http:hunter2"
            })
    void anEndpointIsAPlaceAndNothingElse(String endpoint) {
        assertThatThrownBy(() -> new ClickHouseAccess(URI.create(endpoint), "db", "u", new Secret("")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("http://host:port")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aSlashBehindThePortIsDropped() {
        ClickHouseAccess access = new ClickHouseAccess(URI.create("http://localhost:8123/"), "db", "u", new Secret(""));
        assertThat(access.endpoint()).isEqualTo(ENDPOINT);
    }

    @Test
    void aTableNamesTheColumnThatCannotBeWritten() {
        SinkTable table = new SinkTable("cells", Phase.ON_COMMIT, List.of(new Column("shape", "Polygon")));
        assertThatThrownBy(() -> ClickHouseSink.builder().table(table))
                .hasMessageContaining("Table cells, column shape: type Polygon cannot be written");
    }

    @Test
    void aSinkNeedsAccessTablesAndATimeline() {
        ClickHouseAccess access = new ClickHouseAccess(ENDPOINT, "db", "user", new Secret(""));
        SinkTable table = new SinkTable("t", Phase.ON_COMMIT, List.of(new Column("a", "UInt8")));
        assertThatThrownBy(
                        () -> ClickHouseSink.builder().table(table).timeline(1).build())
                .hasMessageContaining("access");
        assertThatThrownBy(() ->
                        ClickHouseSink.builder().access(access).timeline(1).build())
                .hasMessageContaining("no tables");
        assertThatThrownBy(() ->
                        ClickHouseSink.builder().access(access).table(table).build())
                .hasMessageContaining("no timeline");
    }

    @Test
    void aLineageRises() {
        Lineage lineage = Lineage.NONE.leftAt(new Ancestor(5, 1, List.of()));
        assertThatThrownBy(() -> lineage.leftAt(new Ancestor(5, 2, List.of()))).hasMessageContaining("timelines rise");
    }
}
