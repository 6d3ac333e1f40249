package io.recount.pipeline.schema;

import io.recount.cells.Layout;
import io.recount.cells.model.Measure;
import io.recount.pipeline.tables.Tables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The views with parameters: what people ask for is in a range of time, of some registers or stores, in their own zone. So
 * what they ask reaches the tables' keys, which a filter around a view would not.
 */
final class Totals {

    /** From where the range begins to where it ends, in seconds, as the server computes it once a query. */
    private static final String OFFSETS =
            "arrayMap(t -> timeZoneOffset(toTimeZone(toDateTime(t, 'UTC'), {zone:String}))," + " arrayPushBack(range("
                    + seconds("from") + ", " + seconds("to") + ", 86400), " + seconds("to") + "))";

    /** How long a row's time is, and where it begins in a zone. */
    private enum Period {
        HOURS("hour", "DateTime('UTC')", "begin", "addHours(begin, 1)", "Begin of the hour, in the zone") {
            @Override
            String begin() {
                // The server's own function for it takes no zone whose hours begin at another minute than those of UTC.
                return "toTimeZone(bucket - (toUnixTimestamp(bucket) + timeZoneOffset(toTimeZone(bucket, {zone:String}))) %"
                        + " 3600, {zone:String})";
            }

            @Override
            String misfit(long bucketSeconds) {
                // An hour that a change of the clock cuts is none.
                return super.misfit(bucketSeconds) + " OR length(arrayDistinct(arrayMap(offset -> offset % 3600, "
                        + OFFSETS + "))) > 1";
            }
        },
        DAYS("day", "Date", "toDateTime(begin, {zone:String})", "toDateTime(begin + 1, {zone:String})", "In the zone") {
            @Override
            String begin() {
                return "toDate(bucket, {zone:String})";
            }
        },
        MONTHS(
                "month",
                "Date",
                "toDateTime(begin, {zone:String})",
                "toDateTime(addMonths(begin, 1), {zone:String})",
                "Its first day, in the zone") {
            @Override
            String begin() {
                return "toStartOfMonth(toDate(bucket, {zone:String}))";
            }
        };

        private final String column;
        private final String type;
        private final String from;
        private final String to;
        private final String comment;

        Period(String column, String type, String from, String to, String comment) {
            this.column = column;
            this.type = type;
            this.from = from;
            this.to = to;
            this.comment = comment;
        }

        abstract String begin();

        /** A condition for zones of which the buckets cut the periods. */
        String misfit(long bucketSeconds) {
            return "arrayExists(offset -> offset % " + bucketSeconds + " != 0, " + OFFSETS + ")";
        }
    }

    private final Map<String, String> common;
    private final String key;
    private final Layout layout;
    private final List<Measure> measures;
    private final List<Measure> ofFields;
    private final Duration bucket;
    private final GapColumn gaps;
    private final NewMeasuresColumn news;

    /**
     * @param common what the placeholders of all templates stand for
     * @param ofFields measures that field cells have
     */
    Totals(
            Map<String, String> common,
            Layout layout,
            List<Measure> measures,
            List<Measure> ofFields,
            Duration bucket,
            GapColumn gaps,
            NewMeasuresColumn news) {
        this.common = common;
        this.key = Objects.requireNonNull(common.get("key"));
        this.layout = layout;
        this.measures = measures;
        this.ofFields = ofFields;
        this.bucket = bucket;
        this.gaps = gaps;
        this.news = news;
    }

    List<Schema.Statement> views() {
        List<Schema.Statement> views = new ArrayList<>();
        for (Period period : Period.values()) {
            views.add(ofPeriod(period, "register_" + period.name().toLowerCase(Locale.ROOT), false));
            views.add(ofPeriod(period, "store_" + period.name().toLowerCase(Locale.ROOT), true));
        }
        views.add(ofFields());
        return views;
    }

    private Schema.Statement ofPeriod(Period period, String name, boolean byStore) {
        GroupColumns columns = new GroupColumns(measures);
        if (byStore) {
            columns.add(new ViewColumn("store", "String", "store", "Store of the registers"));
        } else {
            columns.add(new ViewColumn(unquoted(key), "String", key, "Key of the documents"));
            columns.add(new ViewColumn("store", "String", "argMax(store, bucket)", "Where it stood last in this time"));
        }
        columns.show(new ViewColumn(period.column, period.type, "begin", period.comment));
        counts().forEach(columns::add);
        if (byStore) {
            columns.add(new ViewColumn(
                    "registers_seen", "UInt64", "uniqExact(" + key + ")", "Registers with documents in this time"));
        }
        measures.forEach(measure -> columns.add(measure, layout));
        completeness(period, byStore).forEach(columns::show);
        return view(
                name,
                "period_totals",
                columns.shown(),
                Map.of(
                        "totals",
                        "begin,\n    " + columns.grouped(),
                        "begin",
                        period.begin(),
                        "rows",
                        rows(Tables.CELLS, period.misfit(bucket.toSeconds()), ""),
                        "group",
                        byStore ? "store" : key,
                        "stays",
                        byStore
                                ? Template.named("stays")
                                        .filledWith(common, Map.of())
                                        .stripTrailing()
                                : "",
                        "comment",
                        (byStore ? "Stores" : "Registers") + " by " + period.column
                                + " of a zone with every measure by name"));
    }

    /** How far what a row says is complete. */
    private List<ViewColumn> completeness(Period period, boolean byStore) {
        List<ViewColumn> columns = new ArrayList<>();
        if (byStore) {
            columns.add(new ViewColumn(
                    "registers_expected",
                    "UInt64",
                    "arrayCount(stay -> stay.1 < " + period.to + " AND stay.2 > " + period.from + ", stays)",
                    "Registers that stood in the store in this time, by the table registers"));
        }
        columns.add(new ViewColumn(
                "closed",
                "UInt8",
                "ifNull(" + period.to + " <= ledger.1, 0)",
                "1: the watermark has passed the end, and what still comes is late"));
        columns.add(gaps.between(period.from, period.to));
        columns.add(news.from(period.from));
        columns.add(new ViewColumn(
                "published_at",
                "DateTime64(3, 'UTC')",
                "ledger.2",
                "When the newest commit was made that is shown here; an idle job makes one in 5 min"));
        return columns;
    }

    private static List<ViewColumn> counts() {
        return List.of(
                new ViewColumn("documents", "UInt64", "sum(documents)", "Good documents"),
                new ViewColumn("late_documents", "UInt64", "sum(late_documents)", "Those that came late"),
                new ViewColumn("errors", "UInt64", "sum(errors)", "Documents whose newest version is bad"),
                new ViewColumn("tainted", "UInt8", "max(tainted)", "1: a sum of a cell did not fit"));
    }

    private Schema.Statement ofFields() {
        GroupColumns columns = new GroupColumns(ofFields);
        columns.add(new ViewColumn("value", "String", "value", "Value of the field"));
        counts().forEach(columns::add);
        columns.add(new ViewColumn("registers", "UInt64", "uniqExact(" + key + ")", "Registers with such documents"));
        ofFields.forEach(measure -> columns.add(measure, layout));
        columns.show(gaps.between(time("from"), time("to")));
        columns.show(news.from(time("from")));
        return view(
                "field_totals",
                "field_totals",
                columns.shown(),
                Map.of(
                        "totals",
                        columns.grouped(),
                        "rows",
                        rows(Tables.FIELD_CELLS, Period.DAYS.misfit(bucket.toSeconds()), "field = {field:String}")));
    }

    private String rows(String table, String misfit, String condition) {
        String rowKey = key + ", " + common.get("shift") + ", bucket";
        String fits = "throwIf(" + misfit + ", " + Schema.literal(refusal()) + ") = 0";
        return Template.named("rows_in_range")
                .filledWith(
                        common,
                        Map.of(
                                "table", table,
                                "row_key", table.equals(Tables.CELLS) ? rowKey : rowKey + ", field, value",
                                "fits", condition.isEmpty() ? fits : condition + " AND " + fits))
                .strip();
    }

    private String refusal() {
        return "zone: its hours or days begin within cells of " + bucket.toMinutes()
                + " min, and can not be added up from these. Take another zone, days instead of hours, or a model with a"
                + " shorter bucket";
    }

    private Schema.Statement view(
            String name, String template, List<ViewColumn> columns, Map<String, String> placeholders) {
        Map<String, String> own = new HashMap<>(placeholders);
        own.put("view", name);
        own.put(
                "view_columns",
                columns.stream()
                        .map(column -> "    %s %s COMMENT %s"
                                .formatted(
                                        Schema.quoted(column.name()), column.type(), Schema.literal(column.comment())))
                        .collect(Collectors.joining(",\n")));
        own.put("expressions", expressions(columns));
        return new Schema.Statement(name, Template.named(template).filledWith(common, own));
    }

    static String expressions(List<ViewColumn> columns) {
        return columns.stream()
                .map(column -> "    " + column.expression() + " AS " + Schema.quoted(column.name()))
                .collect(Collectors.joining(",\n"));
    }

    private static String seconds(String parameter) {
        return "toUnixTimestamp(" + time(parameter) + ")";
    }

    private static String time(String parameter) {
        return "parseDateTimeBestEffort({" + parameter + ":String}, {zone:String})";
    }

    private static String unquoted(String identifier) {
        return identifier.substring(1, identifier.length() - 1);
    }
}
