package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Secret;
import io.recount.local.LocalClickHouse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tables of two shards say of errors and gaps, to people who have no job. */
class ErrorsIT {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");

    /** Of a register; its number, its total. */
    private static final String MESSAGE =
            "{\"kind\":\"receipt\",\"register\":\"R\",\"drive\":\"D\",\"number\":%d,\"shift\":1,\"printedAt\":\"2026-10-12T09:30:00Z\","
                    + "\"writtenAt\":\"2026-10-12T09:30:01Z\",\"type\":\"SALE\",\"total\":\"%s\"}";

    @TempDir
    private static Path folder;

    private static LocalClickHouse first;
    private static LocalClickHouse second;
    private static Path config;

    @BeforeAll
    static void start() throws Exception {
        first = LocalClickHouse.builder(folder.resolve("first")).build();
        second = LocalClickHouse.builder(folder.resolve("second")).build();
        first.start();
        second.start();
        config = Files.writeString(folder.resolve("recount.yaml"), """
                model.file.path: %s
                kafka.bootstrap.servers: nowhere:9092
                clickhouse.endpoint.url: [%s, %s]
                """.formatted(
                        MODELS.resolve("receipts.yaml"), first.httpEndpoint(), second.httpEndpoint()));
        assertThat(run("schema", "apply").exitCode()).isZero();
    }

    @AfterAll
    static void stop() {
        second.close();
        first.close();
    }

    @Test
    void aDryRunReadsWhatStandsAsAnErrorAndNothingElse() throws Exception {
        // Readable now; not kept; still bad; mended already; corrected by a later version.
        version(second, 1, 1, message(1, "1.00"), "bad", "NOT_A_NUMBER");
        version(second, 1, 2, message(1, "1.00"), "bad", "NOT_A_NUMBER");
        execute(
                second,
                "INSERT INTO documents (register, drive, number, shift, printed_at, written_at, _state, _reason, _hash, _appended_at)"
                        + " VALUES ('R', 'D', 2, 1, '2026-10-12 09:30:00', 1, 'bad', 'MISSING', 22, '2026-10-12 10:00:01')");
        version(second, 3, 1, message(3, "one"), "bad", "WRONG_TYPE");
        version(second, 4, 1, message(4, "4.00"), "bad", "MISSING");
        version(second, 4, 2, message(4, "4.00"), "good", "");
        version(second, 5, 1, message(5, "5.00"), "bad", "MISSING");
        execute(
                second,
                "INSERT INTO documents (register, drive, number, shift, printed_at, written_at, _state, _hash, _appended_at)"
                        + " VALUES ('R', 'D', 5, 1, '2026-10-12 09:30:00', '2026-10-13 00:00:00', 'good', 55, '2026-10-12 10:00:00')");
        // Readable now; a document of the other shard; no JSON; ignored.
        deadLetter(message(6, "6.00"), "TOO_LARGE");
        deadLetter(message(7, "7.00"), "TOO_LARGE");
        version(second, 7, 1, message(7, "7.00"), "good", "");
        deadLetter("{", "NOT_JSON");
        deadLetter("{\"kind\":\"status\"}", "MISSING");

        CommandRun all = run("errors", "replay", "--dry-run");
        assertThat(all.exitCode()).as(all.err()).isZero();
        assertThat(all.out().lines())
                .containsExactly(
                        "error         now                     messages",
                        "MISSING       ignored(status_update)         1",
                        "MISSING       not kept                       1",
                        "NOT_A_NUMBER  readable                       1",
                        "NOT_JSON      NOT_JSON                       1",
                        "TOO_LARGE     readable                       1",
                        "WRONG_TYPE    NOT_A_NUMBER                   1");
        assertThat(run("errors", "replay", "--dry-run", "--reason", "TOO_LARGE").out())
                .contains("TOO_LARGE  readable         1")
                .doesNotContain("MISSING");
        assertThat(run("errors", "replay", "--dry-run", "--to", "2026-10-12T10:00:00Z")
                        .out())
                .isEqualToIgnoringNewLines("No message is an error.");
        assertThat(run("errors", "replay", "--dry-run", "--from", "2026-10-12T10:00:00Z")
                        .out())
                .isEqualTo(all.out());
        assertThat(run("errors", "replay", "--dry-run", "--registers", "R").out())
                .contains("WRONG_TYPE")
                .doesNotContain("TOO_LARGE", "NOT_JSON");
        theSameAreListed();
        whatIsFrozenIsIgnoredAsTheJobDoes();
    }

    private static void whatIsFrozenIsIgnoredAsTheJobDoes() throws Exception {
        Path line = Files.writeString(
                folder.resolve("frozen.yaml"), Files.readString(config) + "retention.frozen.before: 2026-10-13\n");
        CommandRun frozen = CommandRun.of("errors", "replay", "--dry-run", "--config", line.toString());
        assertThat(frozen.exitCode()).as(frozen.err()).isZero();
        assertThat(frozen.out().lines())
                .containsExactly(
                        "error         now                     messages",
                        "MISSING       ignored(status_update)         1",
                        "MISSING       not kept                       1",
                        "NOT_A_NUMBER  ignored(frozen)                1",
                        "NOT_JSON      NOT_JSON                       1",
                        "TOO_LARGE     ignored(frozen)                1",
                        "WRONG_TYPE    ignored(frozen)                1");
    }

    private static void theSameAreListed() throws Exception {
        List<String> lines =
                run("errors").out().lines().map(String::stripTrailing).toList();
        assertThat(lines.subList(0, 8))
                .containsExactly(
                        "reason        kind         errors",
                        "MISSING       bad version       1",
                        "MISSING       dead letter       1",
                        "NOT_A_NUMBER  bad version       1",
                        "NOT_JSON      dead letter       1",
                        "TOO_LARGE     dead letter       1",
                        "WRONG_TYPE    bad version       1",
                        "");
        assertThat(lines).hasSize(15);
        assertThat(lines.get(8))
                .matches("came +reason +kind +register +id +topic +partition +offset +message_hash +problem");
        assertThat(lines.get(9))
                .as("the newest")
                .startsWith("2026-10-12 10:00:01.000  MISSING       bad version  R         D/2");

        CommandRun some = run("errors", "--limit", "2", "--format", "csv");
        assertThat(some.out().lines()).hasSize(3).element(1).asString().startsWith("2026-10-12 10:00:01.000,MISSING,");
        assertThat(some.err()).startsWith("4 more. Next: --limit lists more,");
        assertThat(run("errors", "--limit", "6").out()).doesNotContain("more");

        String hash;
        try (ClickHouseClient client = client(first)) {
            hash = client.text("SELECT hex(xxHash64('" + message(6, "6.00") + "'))")
                    .strip();
        }
        assertThat(run("errors", "--reason", "TOO_LARGE", "--format", "json").out())
                .containsOnlyOnce("\"message_hash\" : \"" + hash + "\"")
                .containsOnlyOnce("\"came\"")
                .contains("\"topic\" : \"file:a\"", "\"offset\" : 0,");
        assertThat(run("errors", "--registers", "R,R-2", "--format", "csv")
                        .out()
                        .lines())
                .as("dead letters have no register")
                .hasSize(4);
        assertThat(run("errors", "--registers", "R-2%'").out()).isEqualToIgnoringNewLines("No message is an error.");
        assertThat(run("errors", "--from", "2026-10-12T10:00:01Z", "--format", "csv")
                        .out()
                        .lines())
                .hasSize(2);
        assertThat(run("errors", "--to", "2026-10-12T10:00:01Z", "--format", "csv")
                        .out()
                        .lines())
                .hasSize(6);
    }

    @Test
    void whatWaitsForNothingIsNotToBeWaitedFor() {
        assertThat(run("errors", "replay", "--dry-run", "--wait").exitCode()).isEqualTo(2);
        assertThat(run("errors", "replay", "--reason", "UNKNOWN").exitCode()).isEqualTo(2);
        assertThat(run("errors", "--limit", "0").exitCode()).isEqualTo(2);
        assertThat(run("errors", "--from", "2026-02-01", "--to", "2026-01-01").exitCode())
                .isEqualTo(2);
    }

    @Test
    void aGapIsListedAndClosedOnAllShards() throws Exception {
        for (LocalClickHouse shard : List.of(first, second)) {
            execute(
                    shard,
                    "INSERT INTO log_gaps (timeline, checkpoint, topic, partition, from_offset, to_offset, read_until, recorded_at) VALUES"
                            + " (7, 8, 'receipts@life', 3, 100, 1350, '2026-10-12 09:30:00', '2026-10-12 10:00:00'),"
                            + " (7, 8, 'receipts@life', 4, 5, NULL, '2026-10-12 09:30:00', '2026-10-12 10:00:00')");
        }
        List<String> open = run("gaps").out().lines().toList();
        assertThat(open).hasSize(3);
        assertThat(open.get(1))
                .containsPattern(
                        "^[0-9a-f]{8}  receipts +3 +100 +1,250 +2026-10-12T09:30:00Z  2026-10-12T10:00:00Z  no$");
        assertThat(open.get(2)).containsPattern("^[0-9a-f]{8}  receipts +4 +5 +not known +2026");
        String id = open.get(1).substring(0, 8);

        assertThat(run("gaps", "close", "ffffffff", "--reason", "none").exitCode())
                .isEqualTo(1);
        assertThat(run("gaps", "close", id, "--reason", " ").exitCode()).isEqualTo(2);
        CommandRun closed = run("gaps", "close", id, "--reason", "loaded from 'shop'");
        assertThat(closed.exitCode()).as(closed.err()).isZero();
        assertThat(run("gaps").out()).containsPattern(id + ".* 20[0-9TZ:-]+  loaded from 'shop'\n");
        assertThat(run("gaps", "close", id, "--reason", "again").err()).contains("was closed at");
        for (LocalClickHouse shard : List.of(first, second)) {
            try (ClickHouseClient client = client(shard)) {
                assertThat(client.text("SELECT partition FROM log_gap_repairs")).isEqualTo("3\n");
            }
        }
    }

    private static String message(long number, String total) {
        return MESSAGE.formatted(number, total);
    }

    /** A row of that message, read at that offset. */
    private static void version(
            LocalClickHouse shard, long number, long offset, String message, String state, String reason)
            throws Exception {
        execute(
                shard,
                ("INSERT INTO documents (register, drive, number, shift, printed_at, written_at, _state, _reason, _hash, _raw, _offset, _topic, _appended_at)"
                                + " VALUES ('R', 'D', %d, 1, '2026-10-12 09:30:00', '2026-10-12 09:30:01', '%s', '%s', xxHash64('%5$s'), '%5$s', %4$d, 'receipts@life', '2026-10-12 10:00:00')")
                        .formatted(number, state, reason, offset, message));
    }

    private static void deadLetter(String message, String reason) throws Exception {
        execute(
                first,
                "INSERT INTO dead_letters (topic, reason, message_hash, raw, first_seen) VALUES ('file:a@b', '%1$s', xxHash64('%2$s'), '%2$s', '2026-10-12 10:00:00')"
                        .formatted(reason, message));
    }

    private static CommandRun run(String... arguments) {
        List<String> line = new ArrayList<>(Arrays.asList(arguments));
        line.addAll(List.of("--config", config.toString()));
        return CommandRun.of(line.toArray(String[]::new));
    }

    private static void execute(LocalClickHouse shard, String sql) throws Exception {
        try (ClickHouseClient client = client(shard)) {
            client.execute(sql);
        }
    }

    private static ClickHouseClient client(LocalClickHouse shard) {
        return new ClickHouseClient(new ClickHouseAccess(shard.httpEndpoint(), "recount", "default", new Secret("")));
    }
}
