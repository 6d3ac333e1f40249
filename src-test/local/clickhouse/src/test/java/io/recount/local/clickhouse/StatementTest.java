package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.local.clickhouse.Statement.InlineInsert;
import io.recount.local.clickhouse.Statement.Plain;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StatementTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1; SELECT 2",
                "SELECT 1;\n-- a comment\nSELECT 2",
                "SELECT ';' ; DROP TABLE t",
                "SELECT 'it''s; one'; SELECT 2",
                "INSERT INTO t SELECT 1; SELECT 2",
                "CREATE TABLE t (a Int8) ENGINE = Memory;;; SELECT 1",
                "SELECT $a$;$a$; SELECT 2",
            })
    void secondStatementIsRefused(String text) {
        assertThatThrownBy(() -> recognise(text))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(62));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT ';' AS a",
                "SELECT 'a\\';b' AS a",
                "SELECT 'it''s; one'",
                "SELECT `a;b`, \"c;d\" FROM t",
                "SELECT 1 -- one; two",
                "SELECT /* one; two */ 1",
                "SELECT 1 # one; two",
                "SELECT $$;$$",
                "SELECT $tag$ ; $$ ; $tag$",
                "SELECT 'no end ; ",
                "CREATE TABLE t\n\n(\n\na Int8\n)\nENGINE = Memory",
            })
    void oneStatementStaysAsItIs(String text) {
        assertThat(recognise(text)).isEqualTo(new Plain(text, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1;", "SELECT 1; \n", "SELECT 1;;", "SELECT 1; -- done", "SELECT 1; /* done; */"})
    void semicolonsAtTheEndAreDropped(String text) {
        assertThat(recognise(text)).isEqualTo(new Plain("SELECT 1", Optional.empty()));
    }

    @Test
    void formatClauseIsFoundOutsideBracketsAndTexts() {
        assertThat(format("SELECT 1 FORMAT JSON")).contains("JSON");
        assertThat(format("SELECT 1 format RowBinary SETTINGS max_threads = 1")).contains("RowBinary");
        assertThat(format("SELECT 'FORMAT JSON'")).isEmpty();
        assertThat(format("SELECT * FROM (SELECT 1 AS format JSON)")).isEmpty();
    }

    @Test
    void dataBeginsBehindTheLineOfItsFormat() {
        assertInsert("INSERT INTO t FORMAT RowBinary\n\n\nx", "INSERT INTO t ", "RowBinary", "\n\nx");
        assertInsert("INSERT INTO t FORMAT CSV  \r\n1,a", "INSERT INTO t ", "CSV", "1,a");
        assertInsert(
                "insert into d.t (a, `b;c`) format JSONEachRow {}", "insert into d.t (a, `b;c`) ", "JSONEachRow", "{}");
        assertInsert(
                "/* ; */ INSERT INTO TABLE t SETTINGS async_insert = 0 FORMAT Native\n",
                "/* ; */ INSERT INTO TABLE t SETTINGS async_insert = 0 ",
                "Native",
                "");
    }

    @Test
    void valuesAreData() {
        assertInsert("INSERT INTO t VALUES (1, 'a;\n\nb');", "INSERT INTO t ", "Values", " (1, 'a;\n\nb');");
        assertInsert("INSERT INTO t (values) VALUES(1)", "INSERT INTO t (values) ", "Values", "(1)");
        assertInsert("INSERT INTO values VALUES (1)", "INSERT INTO values ", "Values", " (1)");
        assertInsert("INSERT INTO `d`.`format` VALUES (1)", "INSERT INTO `d`.`format` ", "Values", " (1)");
        assertInsert(
                "INSERT INTO FUNCTION null('a Int8') VALUES (1)",
                "INSERT INTO FUNCTION null('a Int8') ",
                "Values",
                " (1)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t SELECT * FROM values('a Int8', 1)",
                "INSERT INTO t (a) WITH 1 AS x SELECT x",
                "INSERT INTO t (SELECT 1)",
                "INSERT INTO t FROM INFILE 'f.csv' FORMAT CSV",
                "INSERT INTO t",
            })
    void insertsWithoutInlineDataArePlain(String text) {
        assertThat(recognise(text)).isInstanceOf(Plain.class);
    }

    @Test
    void insertFromInputIsRefused() {
        assertThatThrownBy(() -> recognise("INSERT INTO t SELECT a FROM input('a Int8') FORMAT CSV\n1"))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(48));
        assertThat(recognise("SELECT input FROM input")).isInstanceOf(Plain.class);
    }

    @Test
    void statementThatIsNotTextIsRefused() {
        assertThatThrownBy(() -> Statement.recognise(new byte[] {'S', (byte) 0xff}))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(62));
    }

    private static Statement recognise(String text) {
        return Statement.recognise(text.getBytes(UTF_8));
    }

    private static Optional<String> format(String text) {
        return recognise(text) instanceof Plain plain ? plain.format() : Optional.empty();
    }

    private static void assertInsert(String text, String statement, String format, String data) {
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(recognise(text)).isInstanceOfSatisfying(InlineInsert.class, insert -> {
            assertThat(insert.text()).isEqualTo(statement);
            assertThat(insert.format()).isEqualTo(format);
            assertThat(new String(Arrays.copyOfRange(bytes, insert.dataStart(), bytes.length), UTF_8))
                    .isEqualTo(data);
        });
    }
}
