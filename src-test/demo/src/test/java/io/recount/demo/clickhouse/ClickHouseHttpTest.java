package io.recount.demo.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClickHouseHttpTest {

    private static final String HEAD = """
            ["name","count","amount","seen","ids"]
            ["String","UInt64","Nullable(Decimal(38, 2))","DateTime('UTC')","Array(UInt16)"]
            """;

    @Test
    void rowsAreReadByColumn() throws IOException {
        try (CannedAnswers server = new CannedAnswers(
                        200, HEAD + "[\"a\\\"b\", 0, 12.5, \"1760251267\", [1, 20]]\n[\"\", 7, null, \"0\", []]\n");
                ResultRows rows = server.clickHouse().rows("SELECT everything")) {
            assertThat(rows.names()).containsExactly("name", "count", "amount", "seen", "ids");
            assertThat(rows.types().get(2)).isEqualTo("Nullable(Decimal(38, 2))");
            ResultRow first = rows.next();
            assertThat(first.present(0)).isEqualTo("a\"b");
            assertThat(first.number(1)).isZero();
            assertThat(first.scaled(2, 2)).isEqualTo(1250);
            assertThat(first.instant(3)).isEqualTo(Instant.parse("2025-10-12T06:41:07Z"));
            assertThat(first.numbers(4)).containsExactly(1, 20);
            ResultRow second = rows.next();
            assertThat(second.text(2)).isNull();
            assertThat(second.numbers(4)).isEmpty();
            assertThat(rows.hasNext()).isFalse();
        }
    }

    @Test
    void machinesGetTimesAsSecondsAndPeopleAsDates() throws IOException {
        try (CannedAnswers server = new CannedAnswers(200, "[\"n\"]\n[\"UInt8\"]\n")) {
            server.clickHouse().rows("SELECT 1").close();
            server.clickHouse().readableRows("SELECT 1").close();
            assertThat(server.parameters().get(0))
                    .contains("database=recount", "date_time_output_format=unix_timestamp");
            assertThat(server.parameters().get(1)).doesNotContain("unix_timestamp");
        }
    }

    @Test
    void answerThatBreaksOffIsNoShortResult() throws IOException {
        try (CannedAnswers server = new CannedAnswers(
                        200, HEAD + "[\"a\", 1, 1, \"0\", []]\nCode: 241. DB::Exception: Memory limit");
                ResultRows rows = server.clickHouse().rows("SELECT everything")) {
            assertThatThrownBy(rows::next).isInstanceOf(QueryFailure.class).hasMessageContaining("broke off");
        }
    }

    @Test
    void refusalNamesReasonAndStatement() throws IOException {
        try (CannedAnswers server = new CannedAnswers(404, "Code: 60. DB::Exception: Unknown table")) {
            assertThatThrownBy(() -> server.clickHouse().execute("INSERT INTO nowhere VALUES (1)"))
                    .isInstanceOf(QueryFailure.class)
                    .hasMessageContaining("Code: 60")
                    .hasMessageContaining("INSERT INTO nowhere")
                    .hasMessageContaining(server.endpoint().toString());
        }
    }

    @Test
    void serverThatIsAwayIsNamed() throws IOException {
        URI endpoint;
        try (CannedAnswers server = new CannedAnswers(200, "")) {
            endpoint = server.endpoint();
        }
        assertThatThrownBy(() -> new ClickHouseHttp(endpoint, "recount").number("SELECT 1"))
                .isInstanceOf(QueryFailure.class)
                .hasMessageContaining(endpoint.toString())
                .hasMessageContaining("does not answer");
    }
}
