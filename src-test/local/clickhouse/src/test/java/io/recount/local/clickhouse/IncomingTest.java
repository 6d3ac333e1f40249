package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class IncomingTest {

    @Test
    void bodyBehindAnInsertInTheUrlIsDataToTheLastByte() throws IOException {
        assertThat(data("INSERT INTO t FORMAT RowBinary", "\n\n x")).isEqualTo("\n\n x");
        assertThat(data("INSERT INTO t FORMAT CSV;\n", "1")).isEqualTo("1");
        assertThat(data("INSERT INTO t VALUES", " (1)")).isEqualTo(" (1)");
        assertThat(data("INSERT INTO t VALUES (1),", "(2)")).isEqualTo(" (1),(2)");
    }

    @Test
    void statementAndDataMayShareTheBody() throws IOException {
        assertThat(data("", "INSERT INTO t FORMAT CSV\n1\n\n2")).isEqualTo("1\n\n2");
        assertThat(data("INSERT INTO t", "FORMAT CSV\n1")).isEqualTo("1");
    }

    @Test
    void dataBeyondTheHeadIsPassedOn() throws IOException {
        String rows = "1\n".repeat(2_000_000);
        assertThat(data("", "INSERT INTO t FORMAT CSV\n" + rows)).isEqualTo(rows);
    }

    @Test
    void longStatementIsReadWhole() throws IOException {
        String select = "SELECT '" + "x".repeat(3_000_000) + "'";
        assertThat(read("", select).statement())
                .isInstanceOfSatisfying(
                        Statement.Plain.class, plain -> assertThat(plain.text()).isEqualTo(select));
    }

    @Test
    void secondStatementBehindValuesIsRefused() {
        for (String rows : new String[] {"(1); SELECT 1", "(1);\n;\nDROP TABLE t", "('a\\';'), ('b'); x"}) {
            assertThatThrownBy(() -> data("", "INSERT INTO t VALUES " + rows))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(62));
        }
    }

    @Test
    void semicolonsInsideValuesAreData() throws IOException {
        String rows = " ('a;b\\';'), ('it''s; one') ; \n";
        assertThat(data("", "INSERT INTO t VALUES" + rows)).isEqualTo(rows);
    }

    @Test
    void blankRequestIsNoStatement() throws IOException {
        assertThat(read("", " \n").isEmpty()).isTrue();
        assertThat(read("", "SELECT 1").isEmpty()).isFalse();
        assertThat(read("INSERT INTO t FORMAT CSV", "").isEmpty()).isFalse();
    }

    private static Incoming read(String query, String body) throws IOException {
        return Incoming.read(query, new ByteArrayInputStream(body.getBytes(UTF_8)));
    }

    private static String data(String query, String body) throws IOException {
        return new String(read(query, body).data().readAllBytes(), UTF_8);
    }
}
