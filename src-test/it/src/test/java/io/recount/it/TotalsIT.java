package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.Layout;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.QueryFailure;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Views with parameters, over random cells that have 20 versions each, none of which is merged: every measure of every row
 * is compared with one that is added up here, by Java's own rules of time.
 */
class TotalsIT {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");
    private static final long SEED = 20_261_130;
    private static final int VERSIONS = 20;
    /** The insert that has the rows of the greatest version. */
    private static final int COUNTING = 13;

    private static final int CELLS = 120;

    private static final Instant SPRING = Instant.parse("2025-03-28T00:00:00Z");
    private static final Instant AUTUMN = Instant.parse("2025-10-24T00:00:00Z");
    private static final int DAYS = 12;

    /** When R5 moves from S1 to S2. */
    private static final Instant MOVE = Instant.parse("2025-04-02T10:00:00Z");

    @TempDir
    private static Path folder;

    private static LocalClickHouse engine;
    private static final Map<String, Trade> TRADES = new HashMap<>();

    @BeforeAll
    static void writeCells() {
        System.out.println("Seed " + SEED);
        engine = LocalClickHouse.builder(folder.resolve("clickhouse")).build();
        engine.start();
        TRADES.put("receipts", new Trade("receipts", 3600));
        TRADES.put("meters", new Trade("meters", 900));
    }

    private static Trade trade(String name) {
        return Objects.requireNonNull(TRADES.get(name));
    }

    @AfterAll
    static void stopEngine() {
        engine.stop();
    }

    /** Both changes of the clock of Berlin and St John's, one of Lord Howe's. */
    @ParameterizedTest
    @CsvSource({
        "receipts, UTC",
        "receipts, Europe/Berlin",
        "meters, UTC",
        "meters, Europe/Berlin",
        "meters, Asia/Kolkata",
        "meters, America/St_Johns"
    })
    void everyMeasureIsRightByHourDayAndMonthOfAZone(String trade, String zone) {
        for (Instant from : List.of(SPRING, AUTUMN)) {
            trade(trade).assertRight("hours", from, ZoneId.of(zone));
            trade(trade).assertRight("days", from, ZoneId.of(zone));
            trade(trade).assertRight("months", from, ZoneId.of(zone));
        }
    }

    /** On 2025-04-06 its clock goes back by half an hour. */
    @Test
    void daysOfLordHoweAreRightAndHoursThatItsClockCutsAreRefused() {
        ZoneId zone = ZoneId.of("Australia/Lord_Howe");
        trade("meters").assertRight("days", SPRING, zone);
        trade("meters").assertRight("months", SPRING, zone);
        trade("meters").assertRight("hours", AUTUMN, zone);
        assertThatThrownBy(() -> trade("meters").assertRight("hours", SPRING, zone))
                .isInstanceOf(QueryFailure.class)
                .hasMessageContaining("zone: its hours or days begin within cells");
    }

    @ParameterizedTest
    @CsvSource({"receipts, Asia/Kolkata, 60 min", "meters, Africa/Monrovia, 15 min"})
    void zoneThatBucketsDoNotFitIsRefused(String trade, String zone, String bucket) {
        Instant from = SPRING;
        if (trade.equals("meters")) {
            // Until 1972 the clock of Monrovia was 44:30 behind.
            from = Instant.parse("1971-06-01T00:00:00Z");
            trade(trade)
                    .clickHouse
                    .execute(
                            "INSERT INTO cells (meter, shift, bucket, documents, version) VALUES ('R0', 0, '1971-06-02 00:00:00', 1, 1)");
        }
        Instant begin = from;
        for (String view : List.of("hours", "days", "months")) {
            assertThatThrownBy(() -> trade(trade).assertRight(view, begin, ZoneId.of(zone)))
                    .isInstanceOf(QueryFailure.class)
                    .hasMessageContaining("within cells of " + bucket);
        }
    }

    @Test
    void namesOfRegistersAndStoresChooseRows() {
        Trade trade = trade("receipts");
        long all = trade.documents("registers = [], stores = []");
        long first = trade.documents("registers = ['R0'], stores = []");
        assertThat(first).isPositive().isLessThan(all);
        assertThat(trade.documents("registers = ['R0', 'R1', 'R2', 'R3', 'R4', 'R5'], stores = []"))
                .isEqualTo(all);
        long ofS1 = trade.documents("registers = [], stores = ['S1']");
        long ofS2 = trade.documents("registers = [], stores = ['S2']");
        assertThat(ofS1 + ofS2).isEqualTo(all);
        assertThat(trade.documents("registers = ['R5'], stores = ['S1']")
                        + trade.documents("registers = ['R5'], stores = ['S2']"))
                .isEqualTo(trade.documents("registers = ['R5'], stores = []"));
    }

    @Test
    void rowsSayHowCompleteTheyAre() {
        Trade trade = trade("receipts");
        trade.clickHouse.execute("INSERT INTO commits (timeline, checkpoint, kind, watermark, committed_at) VALUES"
                + " (7, 1, 'commit', '2025-04-01 22:00:00', '2025-04-03 00:00:00'),"
                + " (7, 2, 'commit', '2025-04-02 22:00:00', '2025-04-03 00:01:00')");
        String days =
                "FROM store_days(registers = [], stores = ['S1', 'S2'], from = '2025-03-30', to = '2025-04-06', zone = 'Europe/Berlin')";
        try (ResultRows rows = trade.clickHouse.readableRows("SELECT store, toString(groupArray(registers_expected)),"
                + " toString(groupArray(closed)), toString(max(published_at)), max(registers_seen <= registers_expected)"
                + " FROM (SELECT * " + days + " ORDER BY day) GROUP BY store ORDER BY store")) {
            ResultRow first = rows.next();
            // R5 stood in both stores on 2 April.
            assertThat(first.present(1)).isEqualTo("[4,4,4,4,3,3,3]");
            assertThat(first.present(2)).isEqualTo("[1,1,1,1,0,0,0]");
            assertThat(first.present(3)).isEqualTo("2025-04-03 00:01:00.000");
            assertThat(rows.next().present(1)).isEqualTo("[2,2,2,3,3,3,3]");
        }
        assertThat(trade.clickHouse.number("SELECT countIf(registers_seen > registers_expected) " + days))
                .isZero();
    }

    /** One measure came on the 10th, one on the 20th; one that came on the 25th is filled, and one is gone again. */
    @Test
    void measuresThatAreNewerThanARowAreNamedInIt() {
        Trade trade = trade("receipts");
        trade.clickHouse.execute("INSERT INTO models (timeline, `measures.id`, `measures.name`, `measures.label`,"
                + " `measures.kind`, `measures.unit`, `measures.added`, `measures.documents_from`, `measures.removed`)"
                + " WITH toUnixTimestamp('2024-01-10 00:00:00', 'UTC') AS t10, t10 + 864000 AS t20, t10 + 1296000 AS t25"
                + " SELECT t25, [2, 10, 12, 13, 14], ['net_total', 'largest_total', 'tips_total', 'online_total',"
                + " 'marked_items'], ['', '', '', '', ''], ['', '', '', '', ''], ['', '', '', '', ''],"
                + " [0, t20, t10, t25, t20], [0, t20, t10, 0, 0], [0, t25, 0, 0, 0]");
        trade.clickHouse.execute("INSERT INTO invalidation_requests (id, version, state) VALUES"
                + " (concat('fill-', toString(toUnixTimestamp('2024-01-25 00:00:00', 'UTC'))), 1, 'done')");
        trade.clickHouse.execute("""
                INSERT INTO cells (register, shift, bucket, documents, version) VALUES
                ('M', 1, '2024-01-05 10:00:00', 1, 1), ('M', 1, '2024-01-26 10:00:00', 1, 1),
                ('M', 2, '2024-01-12 10:00:00', 1, 1), ('M', 3, '2024-01-20 00:00:00', 1, 1)""");
        trade.clickHouse.execute(
                "INSERT INTO shifts (register, shift, documents, version)"
                        + " SELECT register, shift, sum(documents), 1 FROM cells WHERE register = 'M' GROUP BY register, shift");
        trade.clickHouse.execute("INSERT INTO field_cells (register, shift, bucket, field, value, documents, version)"
                + " VALUES ('M', 2, '2024-01-12 10:00:00', 'promo', 'spring', 1, 1)");

        String range = "(registers = ['M'], stores = [], from = '2024-01-01', to = '2024-02-01', zone = 'UTC')";
        List<String> byDay = List.of("05 marked_items,tips_total", "12 marked_items", "20 ", "26 ");
        for (String[] rows : new String[][] {
            {"hour", "register_hours" + range},
            {"day", "register_days" + range},
            {"hour", "store_hours" + range},
            {"day", "store_days" + range},
            {"bucket", "cell_report WHERE register = 'M'"},
            {"hour", "store_hour_report WHERE toYear(hour) = 2024 AND toMonth(hour) = 1"},
            {"day", "store_day_report WHERE toYear(day) = 2024 AND toMonth(day) = 1"}
        }) {
            assertThat(trade.lines("SELECT formatDateTime(" + rows[0] + ", '%d'), incomplete_measures FROM " + rows[1]
                            + " ORDER BY " + rows[0]))
                    .as(rows[1])
                    .isEqualTo(byDay);
        }
        assertThat(trade.lines("SELECT incomplete_measures FROM register_months" + range))
                .containsExactly("marked_items,tips_total");
        List<String> byShift = List.of("1 marked_items,tips_total", "2 marked_items", "3 ");
        assertThat(trade.lines(
                        "SELECT shift, incomplete_measures FROM shift_totals(keys = [('M', 1), ('M', 2), ('M', 3)])"
                                + " ORDER BY shift"))
                .isEqualTo(byShift);
        assertThat(trade.lines(
                        "SELECT shift, incomplete_measures FROM shift_report WHERE register = 'M' ORDER BY shift"))
                .isEqualTo(byShift);
        assertThat(trade.lines("SELECT value, incomplete_measures FROM field_totals(registers = ['M'], stores = [],"
                        + " field = 'promo', from = '2024-01-11', to = '2024-02-01', zone = 'UTC')"))
                .containsExactly("spring marked_items");
    }

    @Test
    void pagesMakeUpTheWholeReport() {
        Trade trade = trade("receipts");
        String all =
                "SELECT toString(tuple(*)) FROM register_hours(registers = [], stores = ['S2'], from = '2025-03-28',"
                        + " to = '2025-04-08', zone = 'Europe/Berlin') ORDER BY register, hour";
        List<String> whole = trade.lines(all);
        List<String> pages = new ArrayList<>();
        for (int offset = 0; offset < whole.size(); offset += 50) {
            pages.addAll(trade.lines(all + " LIMIT 50 OFFSET " + offset));
        }
        assertThat(whole).hasSizeGreaterThan(100);
        assertThat(pages).isEqualTo(whole);
    }

    @Test
    void namesAndTimesReachThePrimaryKey() {
        Trade trade = trade("receipts");
        trade.clickHouse.execute("INSERT INTO cells (register, shift, bucket, documents, version)"
                + " SELECT 'K' || toString(number % 200), 1, toDateTime('2024-05-01', 'UTC') + 3600 * intDiv(number, 200), 1, 1"
                + " FROM numbers(60000)");
        trade.clickHouse.execute("INSERT INTO shifts (register, shift, documents, version)"
                + " SELECT 'K' || toString(number % 200), intDiv(number, 200), 1, 1 FROM numbers(60000)");
        assertThat(trade.granules("SELECT documents FROM register_hours(registers = ['K7', 'K123'], stores = [],"
                        + " from = '2024-05-02', to = '2024-05-03', zone = 'UTC')"))
                .as("of 59")
                .isBetween(1L, 4L);
        assertThat(trade.granules("SELECT documents FROM shift_totals(keys = [('K7', 5), ('K123', 250)])"))
                .as("of 1875")
                .isBetween(1L, 4L);
        assertThat(trade.clickHouse.number(
                        "SELECT count() FROM shift_totals(keys = [('K7', 5), ('K123', 250), ('K7', 300)])"))
                .isEqualTo(2);
    }

    @Test
    void valuesOfAFieldAreAddedUp() {
        Trade trade = trade("receipts");
        trade.clickHouse.execute("""
                INSERT INTO field_cells (register, shift, bucket, field, value, documents, m_id, m_val, version)
                SELECT 'R' || toString(number % 6), 1, toDateTime('2025-03-30 00:00:00', 'UTC') + 3600 * intDiv(number, 6),
                    'promo', ['spring', 'none', 'gift'][1 + number % 3], 1, [2], [100 * (number + v)], v
                FROM numbers(72) ARRAY JOIN [1, 3, 2] AS v""");
        assertThat(
                        trade.lines(
                                "SELECT value, documents, net_total FROM field_totals(registers = [], stores = [], field = 'promo',"
                                        + " from = '2025-03-30', to = '2025-03-31', zone = 'UTC') ORDER BY net_total DESC, value LIMIT 2"))
                .containsExactly("gift 24 948.00", "none 24 924.00");
    }

    @Test
    void numbersThatNobodyHasSeenAreMissing() {
        Trade trade = trade("receipts");
        trade.clickHouse.execute("""
                INSERT INTO documents (register, drive, number, printed_at, _timeline)
                SELECT 'N' || toString(number % 2), if(number < 20, 'D1', 'D2'), intDiv(number, 2),
                    toDateTime64('2025-02-01 00:00:00', 6, 'UTC') + 3600 * number, 1 + v
                FROM numbers(40) ARRAY JOIN [0, 1] AS v
                WHERE NOT (number % 2 = 1 AND intDiv(number, 2) IN (0, 4, 5, 9, 10, 12))""");
        assertThat(trade.lines("SELECT * FROM missing_numbers(registers = ['N0', 'N1'], from = '2025-02-01 00:00:00',"
                        + " to = '2025-02-03 00:00:00') ORDER BY ALL"))
                .containsExactly(
                        "N1 D1 4 5 2 2025-02-01 07:00:00.000000 2025-02-01 13:00:00.000000",
                        "N1 D2 12 12 1 2025-02-01 23:00:00.000000 2025-02-02 03:00:00.000000");
        assertThat(trade.lines("SELECT first_number FROM missing_numbers(registers = [], from = '2025-02-01 12:00:00',"
                        + " to = '2025-02-01 14:00:00')"))
                .containsExactly("4");
    }

    /** A model's tables, and what the rows that count hold. */
    private static final class Trade {

        private record Cell(String register, Instant bucket, Map<Integer, Long> values) {
            String store() {
                return switch (register) {
                    case "R0", "R1", "R2" -> "S1";
                    case "R5" -> bucket.isBefore(MOVE) ? "S1" : "S2";
                    default -> "S2";
                };
            }
        }

        private record Column(int id, String kind, int scale) {}

        private final Random random = new Random(SEED);
        private final ClickHouseHttp clickHouse;
        private final Model model;
        private final Map<String, Column> columns = new TreeMap<>();
        private final List<Cell> cells = new ArrayList<>();

        Trade(String name, long bucketSeconds) {
            model = ModelFile.read(MODELS.resolve(name + ".yaml"));
            Schema schema = new Schema(model, name);
            ClickHouseHttp anywhere = new ClickHouseHttp(engine.httpEndpoint(), "default");
            schema.statements().forEach(statement -> anywhere.execute(statement.sql()));
            clickHouse = new ClickHouseHttp(engine.httpEndpoint(), name);
            clickHouse.execute("SYSTEM STOP MERGES");
            Layout layout = new Layout(model);
            for (Measure measure : model.measures()) {
                columns.put(
                        measure.name(),
                        new Column(
                                measure.id(),
                                measure.kind().name().toLowerCase(Locale.ROOT),
                                measure.of() == null || measure.kind() == Measure.Kind.COUNT
                                        ? 0
                                        : scale(layout.slot(measure.of()).type())));
            }
            clickHouse.execute(
                    "INSERT INTO registers VALUES ('R0', 'S1', 'UTC', 0), ('R1', 'S1', 'UTC', 0), ('R2', 'S1',"
                            + " 'UTC', 0), ('R3', 'S2', 'UTC', 0), ('R4', 'S2', 'UTC', 0), ('R5', 'S1', 'UTC', 0),"
                            + " ('R5', 'S2', 'UTC', " + MOVE.getEpochSecond() + ")");
            for (Instant from : List.of(SPRING, AUTUMN)) {
                for (int register = 0; register < 6; register++) {
                    String called = "R" + register;
                    random.longs(CELLS, 0, DAYS * 86_400L / bucketSeconds)
                            .distinct()
                            .forEach(at -> cells.add(new Cell(called, from.plusSeconds(at * bucketSeconds), values())));
                }
            }
            for (int version = 1; version <= VERSIONS; version++) {
                boolean counts = version == COUNTING;
                clickHouse.execute("INSERT INTO cells (" + key() + ", documents, m_id, m_val, version) VALUES "
                        + cells.stream()
                                .map(cell -> row(cell, counts))
                                .collect(Collectors.joining(", "))
                                .replace("VERSION", String.valueOf(version * 7 % 23)));
            }
        }

        private String row(Cell cell, boolean counts) {
            Map<Integer, Long> values = counts ? cell.values() : values();
            return "('" + cell.register() + "', " + (model.document().shift() == null ? "0" : "1") + ", "
                    + cell.bucket().getEpochSecond() + ", 1, " + values.keySet() + ", " + values.values() + ", "
                    + (counts ? "23" : "VERSION") + ")";
        }

        private String key() {
            return model.document().key() + ", "
                    + (model.document().shift() == null
                            ? "shift"
                            : model.document().shift()) + ", bucket";
        }

        private Map<Integer, Long> values() {
            Map<Integer, Long> values = new TreeMap<>();
            for (Column column : columns.values()) {
                if (random.nextInt(6) == 0) {
                    long least = column.kind().equals("count") || column.scale() == 6 ? 0 : -1_000_000;
                    values.put(column.id(), random.nextLong(least, 1_000_000));
                    if (column.kind().equals("first") || column.kind().equals("last")) {
                        values.put(column.id() + 1, random.nextLong(1_700_000_000_000_000L, 1_700_000_000_000_009L));
                    }
                }
            }
            return values;
        }

        private static int scale(FieldType type) {
            if (type instanceof FieldType.Money money) {
                return money.scale();
            }
            return type instanceof FieldType.InstantOf ? 6 : 0;
        }

        long documents(String who) {
            return clickHouse.number("SELECT sum(documents) FROM store_days(" + who
                    + ", from = '2025-03-28', to = '2025-04-09', zone = 'UTC')");
        }

        List<String> lines(String sql) {
            List<String> lines = new ArrayList<>();
            try (ResultRows rows = clickHouse.readableRows(sql)) {
                int width = rows.names().size();
                rows.forEachRemaining(row -> {
                    List<String> values = new ArrayList<>();
                    for (int i = 0; i < width; i++) {
                        values.add(row.present(i));
                    }
                    lines.add(String.join(" ", values));
                });
            }
            return lines;
        }

        /** Granules of the table that is read, after all indexes. */
        long granules(String sql) {
            return lines("EXPLAIN indexes = 1 " + sql).stream()
                    .dropWhile(line -> !line.contains("ReadFromMergeTree") || line.contains("registers"))
                    .takeWhile(line -> !line.contains("registers"))
                    .filter(line -> line.contains("Granules: ") && line.contains("/"))
                    .reduce((one, next) -> next)
                    .map(line -> Long.parseLong(line.replaceAll(".*Granules: (\\d+)/.*", "$1")))
                    .orElseThrow();
        }

        void assertRight(String period, Instant from, ZoneId zone) {
            Instant to = from.plus(DAYS, ChronoUnit.DAYS);
            for (boolean byStore : period.equals("hours") ? List.of(true, false) : List.of(period.equals("days"))) {
                String who = byStore ? "store" : model.document().key();
                String unit = period.substring(0, period.length() - 1);
                Map<String, Map<String, BigDecimal>> published = new TreeMap<>();
                try (ResultRows rows = clickHouse.rows("SELECT " + who + " AS who, toUnixTimestamp(toDateTime(" + unit
                        + ", '" + zone + "')) AS at, * FROM " + (byStore ? "store_" : "register_") + period
                        + "(registers = [], stores = [], from = '" + from + "', to = '" + to + "', zone = '" + zone
                        + "')")) {
                    List<String> names = rows.names();
                    rows.forEachRemaining(row -> published.put(row.present(0) + " " + row.present(1), row(names, row)));
                }
                assertThat(published)
                        .as("%s of %s in %s from %s", period, model.name(), zone, from)
                        .isEqualTo(expected(period, from, to, zone, byStore))
                        .isNotEmpty();
            }
        }

        private Map<String, BigDecimal> row(List<String> names, ResultRow row) {
            Map<String, BigDecimal> values = new TreeMap<>();
            for (int i = 2; i < names.size(); i++) {
                String name = names.get(i);
                Column column = columns.get(name);
                Column timed = name.endsWith("_at") ? columns.get(name.substring(0, name.length() - 3)) : null;
                boolean isCount = name.equals("documents");
                String text = column != null || timed != null || isCount ? row.text(i) : null;
                if (text != null && new BigDecimal(text).signum() != 0) {
                    values.put(name, new BigDecimal(text).stripTrailingZeros());
                }
            }
            return values;
        }

        private Map<String, Map<String, BigDecimal>> expected(
                String period, Instant from, Instant to, ZoneId zone, boolean byStore) {
            Map<String, List<Cell>> groups = cells.stream()
                    .filter(cell ->
                            !cell.bucket().isBefore(from) && cell.bucket().isBefore(to))
                    .collect(Collectors.groupingBy(cell -> (byStore ? cell.store() : cell.register()) + " "
                            + begin(period, cell.bucket().atZone(zone)).toEpochSecond()));
            Map<String, Map<String, BigDecimal>> expected = new TreeMap<>();
            groups.forEach((key, group) -> expected.put(key, totals(group)));
            return expected;
        }

        private static ZonedDateTime begin(String period, ZonedDateTime time) {
            return switch (period) {
                case "hours" -> time.truncatedTo(ChronoUnit.HOURS);
                case "days" -> time.toLocalDate().atStartOfDay(time.getZone());
                default -> time.toLocalDate().withDayOfMonth(1).atStartOfDay(time.getZone());
            };
        }

        private Map<String, BigDecimal> totals(List<Cell> group) {
            Map<String, BigDecimal> totals = new TreeMap<>();
            totals.put("documents", new BigDecimal(group.size()).stripTrailingZeros());
            columns.forEach((name, column) -> {
                List<Map<Integer, Long>> having = group.stream()
                        .map(Cell::values)
                        .filter(values -> values.containsKey(column.id()))
                        .toList();
                if (having.isEmpty()) {
                    return;
                }
                BigInteger value = BigInteger.ZERO;
                long chosenAt = 0;
                boolean isFirst = true;
                for (Map<Integer, Long> values : having) {
                    long its = values.getOrDefault(column.id(), 0L);
                    long at = values.getOrDefault(column.id() + 1, 0L);
                    BigInteger big = BigInteger.valueOf(its);
                    switch (column.kind()) {
                        case "min" -> value = isFirst ? big : value.min(big);
                        case "max" -> value = isFirst ? big : value.max(big);
                        case "first", "last" -> {
                            int order =
                                    isFirst ? -1 : at != chosenAt ? Long.compare(at, chosenAt) : big.compareTo(value);
                            if (isFirst || (column.kind().equals("first") ? order < 0 : order > 0)) {
                                value = big;
                                chosenAt = at;
                            }
                        }
                        default -> value = value.add(big);
                    }
                    isFirst = false;
                }
                put(totals, name, value, column.scale());
                if (column.kind().equals("first") || column.kind().equals("last")) {
                    put(totals, name + "_at", BigInteger.valueOf(chosenAt), 6);
                }
            });
            return totals;
        }

        private static void put(Map<String, BigDecimal> totals, String name, BigInteger value, int scale) {
            if (value.signum() != 0) {
                totals.put(name, new BigDecimal(value, scale).stripTrailingZeros());
            }
        }
    }
}
