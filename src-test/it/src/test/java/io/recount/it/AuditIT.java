package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code recount audit} and {@code recount explain} beside a running job. */
class AuditIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_201;
    private static final String CELL = "register, shift, bucket";
    private static final String FIELD_CELL = CELL + ", field, value";
    private static final String NEWEST_CELLS =
            "(SELECT * FROM cells ORDER BY " + CELL + ", version DESC LIMIT 1 BY " + CELL + ")";
    private static final Pattern KIND = Pattern.compile("\"kind\" : \"([^\"]*)\"");
    private static final Pattern KEY = Pattern.compile(
            "\"table\" : \"cells\",\\s*\"register\" : \"([^\"]*)\",\\s*\"shift\" : \"(\\d*)\",\\s*\"bucket\" : \"([^\"]*)\"");

    @TempDir
    private static Path folder;

    private static DemoRun run;

    @BeforeAll
    static void publishEverything() throws Exception {
        System.out.println("Seed " + SEED);
        run = DemoRun.with(DemoOptions.of(ROOT)
                        .withFolder(folder.resolve("demo"))
                        .withScenario(Scenario.of(SEED, 2_500).mixed())
                        .withCheckpointInterval(Duration.ofSeconds(2)))
                .configured("history.cell.duration", "30 d")
                .configured("documents.raw.enabled", "true")
                .configured("errors.excerpt.bytes", "200");
        Verdict verdict = run.run();
        assertExact(verdict);
    }

    @AfterAll
    static void stopEngines() {
        run.close();
    }

    private static Recount.Ended recount(String... arguments) throws IOException, InterruptedException {
        return new Recount(folder.resolve("demo/recount.yaml"), folder).run(arguments);
    }

    @Test
    void exactlyWhatIsWrongIsFoundAndRepaired() throws Exception {
        emptyFiveCells();
        Recount.Ended clean = recount("audit", "--format", "json");
        assertThat(clean.exitCode()).as(clean.toString()).isZero();
        assertThat(clean.out()).contains("\"differences\" : [ ]");
        long rows = number(
                "SELECT (SELECT uniqExact(" + CELL + ") FROM cells) + (SELECT uniqExact(register, shift) FROM shifts)"
                        + " + (SELECT uniqExact(" + FIELD_CELL + ") FROM field_cells)");
        assertThat(clean.out()).contains("\"compared\" : " + rows);

        plant();
        Recount.Ended found = recount("audit", "--format", "json");
        assertThat(found.exitCode()).as(found.toString()).isEqualTo(1);
        assertThat(count(found.out()))
                .isEqualTo(Map.of(
                        "wrong value", 25L,
                        "missing row", 10L,
                        "extra row", 5L,
                        "planted version", 5L,
                        "stale row", 5L));
        assertThat(KEY.matcher(found.out())
                        .results()
                        .map(key -> key.group(1) + " " + key.group(2) + " " + key.group(3)))
                .containsExactlyInAnyOrderElementsOf(new Afterwards(run)
                        .lines("SELECT register, shift, formatDateTime(bucket, '%Y-%m-%dT%H:%i:%SZ') FROM planted"));
        Recount.Ended sampled = recount("audit", "--sample", "1", "--seed", "3", "--format", "csv");
        assertThat(sampled.exitCode()).as(sampled.toString()).isBetween(0, 1);

        Recount.Ended repaired = recount("audit", "--repair", "--format", "json");
        assertThat(repaired.exitCode()).as(repaired.toString()).isZero();
        assertThat(count(repaired.out())).isEmpty();
        assertThat(
                        new Afterwards(run)
                                .lines(
                                        "SELECT compared > 0, differences, repaired FROM audits WHERE sample = 0 AND empty(registers) ORDER BY audited_at"))
                .containsExactly("1 0 0", "1 50 0", "1 50 50");
        assertThat(recount("audit", "--from", "2026-10-01", "--to", "2026-11-01")
                        .exitCode())
                .isZero();
    }

    @Test
    void statusSaysWhatTheTablesAndKafkaSay() throws Exception {
        Path metrics = folder.resolve("recount.prom");
        Recount.Ended audited = recount("audit", "--sample", "3", "--metrics-file", metrics.toString());
        assertThat(audited.exitCode()).as(audited.toString()).isBetween(0, 1);
        assertThat(Files.readString(metrics)).contains(Watched.metrics("recount_audit_"));
        Map<String, Long> gauges = gauges(Files.readString(metrics));
        assertThat(gauges.keySet())
                .containsExactlyInAnyOrder(
                        "last_run_timestamp_seconds", "compared_rows", "differences", "differences_left", "failed");
        List<String> row = List.of(new Afterwards(run)
                .lines(
                        "SELECT compared, differences, toUnixTimestamp(audited_at) FROM audits ORDER BY audited_at DESC LIMIT 1")
                .get(0)
                .split(" "));
        assertThat(gauges)
                .containsEntry("compared_rows", Long.parseLong(row.get(0)))
                .containsEntry("differences", Long.parseLong(row.get(1)))
                .containsEntry("failed", 0L);
        assertThat(gauges.get("last_run_timestamp_seconds"))
                .isBetween(Long.parseLong(row.get(2)) - 5, Instant.now().getEpochSecond());

        Afterwards afterwards = new Afterwards(run);
        afterwards.awaitPublished();
        String freshness = freshness();
        long before = newestCheckpoint();
        Recount.Ended ended = recount("status", "--format", "json");
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        JsonNode status = new ObjectMapper().readTree(ended.out());
        Map<String, String> facts = new HashMap<>();
        status.get("facts")
                .forEach(fact ->
                        facts.put(fact.get("what").asText(), fact.get("is").asText()));
        // An idle job commits at times, too.
        Matcher said = Pattern.compile("timeline (\\d+), checkpoint (\\d+)$").matcher(facts.get("job"));
        assertThat(said.find()).as(facts.toString()).isTrue();
        assertThat(Long.parseLong(said.group(2))).isBetween(before, newestCheckpoint());
        assertThat(facts.get("last commit"))
                .startsWith(afterwards
                        .lines("SELECT committed_at FROM commits WHERE kind = 'commit' AND timeline = " + said.group(1)
                                + " AND checkpoint = " + said.group(2))
                        .get(0))
                .matches(".*, [0-9,]+ s ago");
        assertThat(facts)
                .containsEntry("lag", "0 records in 4 partitions")
                .containsEntry("headroom", "100 % of what Kafka retains is published where it is least")
                .containsEntry("freshness", freshness)
                .containsEntry("conservation", "%1$,d records read, %1$,d with an outcome".formatted(afterwards.fed()))
                .containsEntry("gaps of the log", "0")
                .containsEntry("requests under way", "0");
        assertThat(facts.get("audit"))
                .matches("20[-0-9]+ [:.0-9]+, [0-9]+ s ago: %,d rows of some registers compared, %,d wrong"
                        .formatted(Long.parseLong(row.get(0)), Long.parseLong(row.get(1))));
        assertThat(status.get("errors").findValuesAsText("open").stream()
                        .mapToLong(Long::parseLong)
                        .sum())
                .isEqualTo(number("SELECT count() FROM errors WHERE open = 1"))
                .isPositive();
        assertThat(status.get("stalest").findValuesAsText("register"))
                .containsExactlyElementsOf(
                        afterwards.lines(
                                "SELECT register FROM (SELECT register, _appended_at FROM documents"
                                        + " ORDER BY register, _appended_at DESC LIMIT 1 BY register) ORDER BY _appended_at, register LIMIT 10"));
    }

    private static long newestCheckpoint() {
        return number("SELECT argMax(checkpoint, (timeline, checkpoint)) FROM commits WHERE kind = 'commit'");
    }

    private static Map<String, Long> gauges(String text) {
        Map<String, Long> gauges = new HashMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            String[] parts = line.split(" ");
            assertThat(text).contains("# TYPE " + parts[0] + " gauge\n");
            gauges.put(parts[0].replace("recount_audit_", ""), Long.parseLong(parts[1]));
        });
        return gauges;
    }

    /** Of each document the first commit that covers it, found by comparing it with all commits. */
    private static String freshness() {
        String[] took = new Afterwards(run).lines("""
                        SELECT quantileExact(0.5)(took), quantileExact(0.99)(took), max(took) FROM (
                            SELECT min(dateDiff('millisecond', d._appended_at, c.committed_at)) AS took
                            FROM (SELECT *, rowNumberInAllBlocks() AS n FROM documents WHERE _timeline > 0) AS d
                            JOIN (SELECT committed_at, topic, partition, next_offset FROM commits
                                ARRAY JOIN positions.topic AS topic, positions.partition AS partition, positions.next_offset AS next_offset
                                WHERE kind = 'commit') AS c ON d._topic = c.topic AND d._partition = c.partition
                            WHERE d._offset < c.next_offset GROUP BY n)""").get(0).split(" ");
        return String.format(
                Locale.ROOT,
                "documents of the last hour took %.1f s, 1 %% of them over %.1f s, the slowest %.1f s",
                Long.parseLong(took[0]) / 1e3,
                Long.parseLong(took[1]) / 1e3,
                Long.parseLong(took[2]) / 1e3);
    }

    /** Five receipts come, and are then said to be of other shifts. */
    private static void emptyFiveCells() {
        String[] before = new String[5];
        String[] after = new String[5];
        for (int i = 0; i < before.length; i++) {
            before[i] = sale(i, 0, "3.00").replace("\"shift\":1", "\"shift\":" + (10 + i));
            after[i] = sale(i, 1, "3.00").replace("\"shift\":1", "\"shift\":" + (20 + i));
        }
        new Afterwards(run).publish(Afterwards.messages("R-MOVED", before));
        new Afterwards(run).publish(Afterwards.messages("R-MOVED", after));
    }

    private static Map<String, Long> count(String json) {
        Map<String, Long> counts = new TreeMap<>();
        KIND.matcher(json)
                .results()
                .map(MatchResult::group)
                .forEach(kind -> counts.merge(kind.replaceAll(KIND.pattern(), "$1"), 1L, Long::sum));
        return counts;
    }

    /** 40 rows of cells and 10 others; their keys are in {@code planted}. */
    private static void plant() {
        execute("CREATE TABLE picked ENGINE = Memory AS SELECT " + CELL + ", row_number() OVER (ORDER BY cityHash64("
                + CELL + ")) AS n FROM " + NEWEST_CELLS + " WHERE documents > 0 LIMIT 30");
        execute("CREATE TABLE emptied ENGINE = Memory AS SELECT " + CELL + " FROM " + NEWEST_CELLS
                + " WHERE documents = 0 AND errors = 0 AND register = 'R-MOVED'");
        assertThat(number("SELECT count() FROM emptied")).isEqualTo(5);
        execute(
                "CREATE TABLE planted ENGINE = Memory AS SELECT register, shift, bucket - if(n > 20 AND n <= 25, 86400 * 400, 0) AS bucket"
                        + " FROM picked UNION ALL SELECT * FROM emptied");
        String wrong = "arrayPushBack(arrayPopBack(m_val), m_val[-1] + 1) AS m_val, version + 1 AS version";
        execute("INSERT INTO cells SELECT * REPLACE (" + wrong + ") FROM " + ofPicked("n > 2 AND n <= 10"));
        execute("INSERT INTO cells SELECT * REPLACE (arrayPopBack(m_val) AS m_val, version + 1 AS version) FROM "
                + ofPicked("n <= 2"));
        execute(
                "ALTER TABLE cells DELETE WHERE (" + CELL + ") IN (SELECT " + CELL
                        + " FROM picked WHERE n > 10 AND n <= 20) SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1");
        execute("INSERT INTO cells SELECT * REPLACE (bucket - 86400 * 400 AS bucket) FROM "
                + ofPicked("n > 20 AND n <= 25"));
        execute("INSERT INTO cells SELECT * REPLACE (toUInt64(18446744073709551615) AS version) FROM "
                + ofPicked("n > 25 AND n <= 30"));
        execute("INSERT INTO cells SELECT * REPLACE (3 AS documents, version + 1 AS version) FROM " + NEWEST_CELLS
                + " WHERE (" + CELL + ") IN (SELECT * FROM emptied)");
        execute("INSERT INTO shifts SELECT * REPLACE (arrayPushBack(m_val, 7) AS m_val, version + 1 AS version) FROM"
                + " (SELECT * FROM shifts ORDER BY register, shift, version DESC LIMIT 1 BY register, shift)"
                + " WHERE documents > 0 ORDER BY cityHash64(register, shift) LIMIT 5");
        execute("INSERT INTO field_cells SELECT * REPLACE (" + wrong + ") FROM (SELECT * FROM field_cells ORDER BY "
                + FIELD_CELL + ", version DESC LIMIT 1 BY " + FIELD_CELL + ") WHERE notEmpty(m_id) ORDER BY cityHash64("
                + FIELD_CELL + ") LIMIT 10");
    }

    private static String ofPicked(String which) {
        return "(SELECT * FROM " + NEWEST_CELLS + " WHERE (" + CELL + ") IN (SELECT " + CELL + " FROM picked WHERE "
                + which + "))";
    }

    /** Every commit changes the same cell meanwhile. */
    @Test
    void whatTheJobIsChangingIsNoDifference() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> traffic = CompletableFuture.runAsync(() -> {
            Afterwards afterwards = new Afterwards(run);
            for (int number = 1; !isOver.get(); number++) {
                afterwards.feed(Afterwards.messages("R-BUSY", sale(number, 0, "1.00")));
            }
        });
        for (int i = 0; i < 2; i++) {
            long before = number("SELECT max(version) FROM cells WHERE register = 'R-BUSY'");
            Recount.Ended audited = recount("audit", "--registers", "R-BUSY,R-TOLD", "--format", "csv");
            assertThat(audited.exitCode()).as(audited.toString()).isZero();
            Await.until(
                    () -> number("SELECT max(version) FROM cells WHERE register = 'R-BUSY'") > before,
                    Duration.ofMinutes(1),
                    () -> "Nothing is published meanwhile");
        }
        isOver.set(true);
        traffic.join();
        new Afterwards(run).awaitPublished();
    }

    @Test
    void aCellTellsOfItsDocuments() throws Exception {
        String away = sale(2, 1, "20.00").replace("\"shift\":1", "\"shift\":2");
        Afterwards afterwards = new Afterwards(run);
        afterwards.publish(Afterwards.messages("R-TOLD", sale(1, 0, "7.50"), sale(2, 0, "20.00"), sale(4, 0, "five")));
        afterwards.publish(
                Afterwards.messages("R-TOLD", away, sale(3, 0, "1.00"), sale(3, 0, "2.00"), sale(4, 1, "5.25")));

        Recount.Ended told = recount("explain", "R-TOLD", "1", "2020-09-01T12:30:00Z", "net_total");
        assertThat(told.exitCode()).as(told.toString()).isZero();
        List<String> lines = told.out().lines().toList();
        assertThat(lines)
                .anyMatch(line -> line.matches(".*/1 .* counted +new, late +7\\.50 +receipts@.*"))
                .anyMatch(line -> line.matches(".*/2 .* moved away to shift 2, 2020-09-01T12:00:00Z +new, late .*"))
                .anyMatch(line ->
                        line.matches(".*/2 .* counted in shift 2, \\S+ +correction, move from shift 1, \\S+, late .*"))
                .anyMatch(line -> line.matches(".*/3 .* lost the tie: .*"))
                .anyMatch(line -> line.matches(".*/3 .* counted .* [12]\\.00 .*"))
                .anyMatch(line -> line.matches(".*/4 .* superseded +new, bad, late .*"))
                .anyMatch(line -> line.matches(".*/4 .* counted +correction of a bad version, late +5\\.25 .*"));
        String value = cell("net_total");
        assertThat(lines)
                .anyMatch(line -> line.matches("\\d+ .* 3 +0 +3 +" + Pattern.quote(value) + " .*correction.*"));

        run.clickHouse().execute("OPTIMIZE TABLE cells FINAL");
        assertThat(number("SELECT count() FROM cells WHERE register = 'R-TOLD' AND shift = 1"))
                .isOne();
        assertThat(recount("explain", "R-TOLD", "1", "2020-09-01T12:30:00Z", "net_total")
                        .out())
                .as("with the history of what merges have removed")
                .isEqualTo(told.out());
        assertThat(recount("explain", "R-TOLD", "77", "2020-09-01T12:30:00Z").exitCode())
                .isEqualTo(1);
    }

    /** Whoever is woken at night copies them as they are. */
    @Test
    void statementsOfTheRunBookAreUnderstood() {
        List<String> statements = Runbook.whole().statements();
        assertThat(statements).hasSizeGreaterThan(12);
        for (String statement : statements) {
            // What changes rows is only parsed here.
            execute(statement.startsWith("SELECT ") ? statement : "EXPLAIN AST " + statement);
        }
    }

    /** As the run book says; what is erased comes once more. */
    @Test
    void whatIsErasedIsInNoTableAndNumbersAreThoseOfWhatIsLeft() throws Exception {
        Erasure erasure = erased("R-ERASED");

        new Afterwards(run).publish(Afterwards.messages("R-ERASED", erasure.documents()));
        // Whether documents are among them depends on whether their page has left the state by then.
        assertThat(erasure.found())
                .as("that have the person again")
                .contains("dead_letters")
                .isSubsetOf("dead_letters", "documents");
        assertThat(erasure.netTotal()).isEqualTo("15.00");
        erasure.alterTables();
        assertErased(erasure);
    }

    /** It comes once more to a job that knows nothing of it any more. */
    @Test
    @Tag("long")
    void whatIsErasedStaysOutOfNumbersWithoutState() throws Exception {
        Erasure erasure = erased("R-FORGOTTEN");

        run.end(JobEnd.LOSE_STATE);
        run.goOn(Optional.empty());
        new Afterwards(run).publish(Afterwards.messages("R-FORGOTTEN", erasure.documents()));
        assertThat(erasure.found()).as("that have the person again").containsExactly("dead_letters", "documents");
        assertThat(erasure.netTotal()).isEqualTo("15.00");
        erasure.alterTables();
        assertErased(erasure);
    }

    private Erasure erased(String register) throws Exception {
        Erasure erasure = new Erasure(run, register);
        Afterwards afterwards = new Afterwards(run);
        afterwards.publish(Afterwards.messages(register, erasure.documents()));
        assertThat(erasure.found())
                .as("tables with the person")
                .containsExactly("dead_letters", "documents", "field_cells");
        assertThat(erasure.netTotal()).isEqualTo("35.00");

        Path versions = Files.writeString(folder.resolve("erase.jsonl"), erasure.versions());
        Recount.Ended loaded = recount("load", versions.toString());
        assertThat(loaded.exitCode()).as(loaded.toString()).isZero();
        afterwards.awaitPublished();
        erasure.alterTables();
        assertErased(erasure);
        return erasure;
    }

    private static void assertErased(Erasure erasure) throws Exception {
        assertThat(erasure.found()).as("tables with the person").isEmpty();
        assertThat(erasure.netTotal()).isEqualTo("15.00");
        Recount.Ended audited = recount("audit", "--registers", erasure.register());
        assertThat(audited.exitCode()).as(audited.toString()).isZero();
    }

    private static String cell(String measure) {
        return new Afterwards(run)
                .lines("SELECT " + measure + " FROM cell_report WHERE register = 'R-TOLD' AND shift = 1")
                .get(0);
    }

    /** A sale of years before everything else that is fed; its register is left open. */
    private static String sale(int number, int minutesLater, String total) {
        return """
                {"kind":"receipt","register":"%%s","drive":"9960440300000001","number":%d,"shift":1,\
                "printedAt":"2020-09-01T12:00:00Z","writtenAt":"2020-09-01T12:%02d:00Z","type":"SALE","total":"%s"}""".formatted(number, minutesLater, total);
    }

    private static void execute(String sql) {
        run.clickHouse().execute(sql);
    }

    private static long number(String sql) {
        return run.clickHouse().number(sql);
    }
}
