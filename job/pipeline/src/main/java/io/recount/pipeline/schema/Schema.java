package io.recount.pipeline.schema;

import io.recount.cells.Layout;
import io.recount.cells.Sketches;
import io.recount.cells.model.Dimension;
import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.clickhouse.check.RequiredTable;
import io.recount.clickhouse.check.RequiredView;
import io.recount.pipeline.tables.RequestTables;
import io.recount.pipeline.tables.TableColumn;
import io.recount.pipeline.tables.Tables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statements that create database, tables and views of a model: the templates in {@code sql/}, filled in. All can be
 * run again.
 */
public final class Schema {

    private final Model model;
    private final String database;
    private final Layout layout;
    private final Tables tables;
    private final Map<String, String> common;

    public Schema(Model model, String database) {
        this.model = model;
        this.database = database;
        this.layout = new Layout(model);
        this.tables = new Tables(model, 0);
        this.common = common(model, database);
    }

    private static Map<String, String> common(Model model, String database) {
        DocumentRules rules = model.document();
        Map<String, String> values = new HashMap<>();
        values.put("database", quoted(database));
        values.put("model", model.name());
        values.put("key", quoted(Tables.keyColumn(model)));
        values.put("shift", quoted(Tables.shiftColumn(model)));
        values.put(
                "shift_index",
                rules.shift() == null
                        ? ""
                        : "INDEX shift_range " + quoted(rules.shift()) + " TYPE minmax GRANULARITY 1,\n    ");
        values.put("time", quoted(rules.time()));
        values.put("version", quoted(rules.version()));
        values.put(
                "id",
                Stream.of(rules.key(), rules.scope(), rules.id())
                        .filter(Objects::nonNull)
                        .map(Schema::quoted)
                        .collect(Collectors.joining(", ")));
        values.put(
                "id_text",
                "concatWithSeparator('/', "
                        + Stream.of(rules.scope(), rules.id())
                                .filter(Objects::nonNull)
                                .map(field -> "toString(" + quoted(field) + ")")
                                .collect(Collectors.joining(", "))
                        + ")");
        return values;
    }

    public String database() {
        return database;
    }

    /** What the placeholders of all templates stand for. */
    Map<String, String> placeholders() {
        return common;
    }

    /** In the order to run them. */
    public List<Statement> statements() {
        return Stream.concat(tables().stream(), views().stream()).toList();
    }

    /** The database and its tables. */
    List<Statement> tables() {
        List<Statement> statements = new ArrayList<>();
        statements.add(new Statement("database", "CREATE DATABASE IF NOT EXISTS " + common.get("database")));
        statements.add(table("documents", tables.documents().columns()));
        statements.add(table("cells", tables.cellColumns()));
        statements.add(table("shifts", tables.shiftColumns()));
        statements.add(table("field_cells", tables.fieldCellColumns()));
        statements.add(table(RequestTables.REQUESTS, RequestTables.requestColumns()));
        statements.add(table(RequestTables.COUNTS, RequestTables.countColumns()));
        for (String name : List.of(
                "dead_letters",
                "commits",
                "log_gaps",
                "log_gap_repairs",
                "registers",
                "models",
                "migrations",
                "audits")) {
            statements.add(table(name, List.of()));
        }
        return statements;
    }

    /** Views of the tables. */
    List<Statement> views() {
        GapColumn gaps = new GapColumn(common, model.document().bucket());
        NewMeasuresColumn news = new NewMeasuresColumn(common);
        List<Statement> statements = new ArrayList<>();
        statements.add(view("measures", List.of(), Map.of()));
        statements.add(rowView("cell_report", key("bucket"), model.measures(), gaps.ofCell(), news.from("bucket")));
        statements.add(shiftView(
                "shift_report",
                "1",
                measure -> ViewColumn.ofRow(measure, layout),
                Map.of(),
                gaps.ofShift(),
                news.ofShift("1")));
        statements.add(rowView(
                "field_report",
                key("bucket", "field", "value"),
                dimensionMeasures(),
                gaps.ofCell(),
                news.from("bucket")));
        statements.add(groupView(
                "store_hour_report",
                new ViewColumn("hour", "DateTime('UTC')", "hour", "UTC"),
                gaps.of("hour", Duration.ofHours(1)),
                news.from("hour")));
        statements.add(groupView(
                "store_day_report",
                new ViewColumn("day", "Date", "day", "UTC"),
                gaps.of("day", Duration.ofDays(1)),
                news.from("toDateTime(day, 'UTC')")));
        String asked =
                "(" + common.get("key") + ", " + common.get("shift") + ") IN {keys:Array(Tuple(String, UInt64))}";
        SumArray sums = SumArray.of(model.measures());
        statements.add(shiftView(
                "shift_totals",
                asked,
                measure -> ViewColumn.ofRow(measure, layout, sums),
                Map.of("sums", sums.ofRow()),
                gaps.ofShift(),
                news.ofShift(asked)));
        statements.addAll(new Totals(
                        common,
                        layout,
                        model.measures(),
                        dimensionMeasures(),
                        model.document().bucket(),
                        gaps,
                        news)
                .views());
        if (model.document().ids() == DocumentRules.IdKind.SEQUENTIAL) {
            String scope = model.document().scope();
            statements.add(new Statement(
                    "missing_numbers",
                    Template.named("missing_numbers")
                            .filledWith(
                                    common,
                                    Map.of(
                                            "scope",
                                            scope == null ? "''" : "d." + quoted(scope),
                                            "number",
                                            quoted(model.document().id())))));
        }
        statements.add(view("errors", List.of(), Map.of()));
        statements.add(view("invalidations", List.of(), Map.of()));
        return statements;
    }

    /** The statements that create the roles, for an administrator to run. */
    public List<Statement> roles() {
        return Stream.of(Role.values())
                .map(role -> new Statement("role " + role, role.statements(this)))
                .toList();
    }

    /** The tables, with what the job has to be allowed to do with them. */
    public List<RequiredTable> requiredTables() {
        Map<String, String> sql = statements().stream().collect(Collectors.toMap(Statement::object, Statement::sql));
        return TableUse.all().stream()
                .map(use -> use.required(TableDefinition.of(Objects.requireNonNull(sql.get(use.table())))))
                .toList();
    }

    /** The views, for readers. */
    public List<RequiredView> requiredViews() {
        return views().stream()
                .map(view -> new RequiredView(view.object(), view.sql()))
                .toList();
    }

    /** What the values of a measure are: documents, values, number, money(scale) or time. */
    public static String unitOf(Measure measure, Layout layout) {
        return ViewColumn.Unit.of(measure, layout).name();
    }

    /**
     * An expression for the number of a row's shard, from 0, over any table that has the key.
     *
     * @param weights of the shards
     */
    public String shardNumber(List<Integer> weights) {
        StringBuilder ends = new StringBuilder();
        int slots = 0;
        for (int weight : weights) {
            slots += weight;
            ends.append(ends.isEmpty() ? "" : ", ").append(slots);
        }
        return "arrayFirstIndex(end -> " + shardingKey() + " % " + slots + " < end, [" + ends + "]) - 1";
    }

    /** The hash that decides a row's shard. */
    String shardingKey() {
        return Template.named("sharding_key").filledWith(common, Map.of()).strip();
    }

    private List<Measure> dimensionMeasures() {
        List<Integer> ids = model.dimensions().stream()
                .map(Dimension::measures)
                .flatMap(List::stream)
                .toList();
        return model.measures().stream()
                .filter(measure -> ids.contains(measure.id()))
                .toList();
    }

    private Statement table(String name, List<TableColumn> columns) {
        return new Statement(name, Template.named(name).filledWith(common, Map.of("columns", definitions(columns))));
    }

    static String definitions(List<TableColumn> columns) {
        return columns.stream().map(Schema::definition).collect(Collectors.joining(",\n"));
    }

    private static String definition(TableColumn column) {
        String codec = column.codec().isEmpty() ? "" : " CODEC(" + column.codec() + ")";
        return "    " + quoted(column.name()) + " " + column.type() + " COMMENT " + literal(column.comment()) + codec;
    }

    /**
     * A view of shifts: numbers of their newest rows, and the sketches of their cells, merged.
     *
     * @param cells which are read: a condition
     * @param number columns of a measure that is no sketch
     */
    private Statement shiftView(
            String name,
            String cells,
            Function<Measure, List<ViewColumn>> number,
            Map<String, String> placeholders,
            ViewColumn... completeness) {
        List<Measure> sketched = Sketches.measures(model);
        List<ViewColumn> columns = new ArrayList<>();
        for (ViewColumn column : rowColumns(key(), completeness)) {
            columns.add(
                    column.name().equals("tainted") && !sketched.isEmpty()
                            ? new ViewColumn(
                                    column.name(),
                                    column.type(),
                                    "greatest(_newest.tainted, _merged._tainted)",
                                    column.comment())
                            : column);
        }
        model.measures().stream()
                .filter(measure -> !measure.kind().isSketch())
                .forEach(measure -> columns.addAll(number.apply(measure)));
        List<ViewColumn> merged = new ArrayList<>();
        for (Measure measure : sketched) {
            for (ViewColumn column : ViewColumn.ofGroup(measure, layout)) {
                merged.add(column);
                columns.add(new ViewColumn(
                        column.name(), column.type(), "_merged." + quoted(column.name()), column.comment()));
            }
        }
        merged.add(new ViewColumn("_tainted", "UInt8", "max(" + SketchSql.isTainted(sketched) + ")", ""));
        Map<String, String> own = new HashMap<>(placeholders);
        own.put(
                "sketches",
                sketched.isEmpty()
                        ? ""
                        : Template.named("shift_sketches")
                                .filledWith(common, Map.of("condition", cells, "merged", Totals.expressions(merged)))
                                .stripTrailing());
        return view(name, columns, own);
    }

    private Statement view(String name, List<ViewColumn> columns, Map<String, String> placeholders) {
        String declared = columns.stream()
                .map(column -> "    %s %s COMMENT %s"
                        .formatted(quoted(column.name()), column.type(), literal(column.comment())))
                .collect(Collectors.joining(",\n"));
        Map<String, String> own = new HashMap<>(placeholders);
        own.put("view_columns", declared);
        own.put("expressions", Totals.expressions(columns));
        return new Statement(name, Template.named(name).filledWith(common, own));
    }

    private List<ViewColumn> key(String... more) {
        List<ViewColumn> columns = new ArrayList<>();
        Map<String, TableColumn> byName =
                tables.fieldCellColumns().stream().collect(Collectors.toMap(TableColumn::name, column -> column));
        Stream.concat(Stream.of(Tables.keyColumn(model), Tables.shiftColumn(model)), Stream.of(more))
                .map(name -> Objects.requireNonNull(byName.get(name), name))
                .forEach(column -> columns.add(
                        new ViewColumn(column.name(), column.type(), quoted(column.name()), column.comment())));
        return columns;
    }

    private Statement rowView(String name, List<ViewColumn> key, List<Measure> measures, ViewColumn... completeness) {
        List<ViewColumn> columns = rowColumns(key, completeness);
        measures.forEach(measure -> columns.addAll(ViewColumn.ofRow(measure, layout)));
        return view(name, columns, Map.of());
    }

    private static List<ViewColumn> rowColumns(List<ViewColumn> key, ViewColumn... completeness) {
        List<ViewColumn> columns = new ArrayList<>(key);
        columns.add(new ViewColumn("documents", "UInt64", "documents", "Good documents"));
        columns.add(new ViewColumn("late_documents", "UInt64", "late_documents", "Those that came late"));
        columns.add(new ViewColumn("errors", "UInt64", "errors", "Documents whose newest version is bad"));
        columns.add(new ViewColumn("tainted", "UInt8", "tainted", "1: a sum did not fit"));
        columns.addAll(List.of(completeness));
        return columns;
    }

    private Statement groupView(String name, ViewColumn period, ViewColumn... completeness) {
        GroupColumns columns = new GroupColumns(model.measures());
        columns.add(new ViewColumn("store", "String", "store", "Store of the registers"));
        columns.add(period);
        columns.add(new ViewColumn(
                "registers", "UInt64", "uniqExact(" + common.get("key") + ")", "Registers with documents"));
        columns.add(new ViewColumn("documents", "UInt64", "sum(documents)", "Good documents"));
        columns.add(new ViewColumn("late_documents", "UInt64", "sum(late_documents)", "Those that came late"));
        columns.add(new ViewColumn("errors", "UInt64", "sum(errors)", "Documents whose newest version is bad"));
        columns.add(new ViewColumn("tainted", "UInt8", "max(tainted)", "1: a sum did not fit"));
        List.of(completeness).forEach(columns::show);
        model.measures().forEach(measure -> columns.add(measure, layout));
        return view(name, columns.shown(), Map.of("totals", columns.grouped()));
    }

    /** Names in models are checked to be plain identifiers; the database's is not. */
    public static String quoted(String identifier) {
        return "`" + identifier.replace("\\", "\\\\").replace("`", "\\`") + "`";
    }

    /** A text within a statement. */
    public static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /**
     * One statement.
     *
     * @param object what it creates, for messages
     */
    public record Statement(String object, String sql) {}
}
