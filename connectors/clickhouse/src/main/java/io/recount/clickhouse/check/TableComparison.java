package io.recount.clickhouse.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares a table with what is required of it. Columns that are not required are left alone, and so is the order of
 * columns: rows are written by name.
 */
final class TableComparison {

    private static final Pattern FAMILY = Pattern.compile("(Replicated|Shared)?(\\w*MergeTree)");

    private final String database;
    private final RequiredTable required;
    private final ServerTable table;
    private final List<Difference> differences = new ArrayList<>();

    private TableComparison(String database, RequiredTable required, ServerTable table) {
        this.database = database;
        this.required = required;
        this.table = table;
    }

    /** {@code windows} are the server's defaults of the windows' settings, by name. */
    static List<Difference> differences(
            String database, RequiredTable required, ServerTable table, Map<String, Long> windows) {
        TableComparison comparison = new TableComparison(database, required, table);
        comparison.compareEngine();
        comparison.compareKey("partition key", table.partitionKey(), required.partitionKey());
        comparison.compareKey("sorting key", table.sortingKey(), required.sortingKey());
        comparison.compareColumns();
        comparison.compareWindow(windows);
        return comparison.differences;
    }

    /** Compares columns only. */
    static List<Difference> ofColumns(String database, RequiredTable required, ServerTable table) {
        TableComparison comparison = new TableComparison(database, required, table);
        comparison.compareColumns();
        return comparison.differences;
    }

    private void compareEngine() {
        String engine = withoutReplication();
        if (!squeezed(engine).equals(squeezed(required.engine()))) {
            add("engine", engine, required.engine(), rebuild());
        }
    }

    private String withoutReplication() {
        Matcher name = FAMILY.matcher(table.engine());
        if (!name.matches()) {
            return table.engine();
        }
        String arguments = arguments();
        return arguments.isEmpty() ? name.group(2) : name.group(2) + "(" + arguments + ")";
    }

    /** Those in parentheses behind the engine's name, without path and name of a replica. */
    private String arguments() {
        String full = table.engineFull();
        int open = table.engine().length();
        if (!full.startsWith(table.engine() + "(")) {
            return "";
        }
        int close = open;
        for (int depth = 0; close < full.length(); close++) {
            depth += full.charAt(close) == '(' ? 1 : full.charAt(close) == ')' ? -1 : 0;
            if (depth == 0) {
                break;
            }
        }
        return TypeTree.split(full.substring(open + 1, close)).stream()
                .filter(argument -> !argument.startsWith("'"))
                .collect(Collectors.joining(", "));
    }

    private void compareKey(String what, String is, String should) {
        if (!keyOf(is).equals(keyOf(should))) {
            add(what, is.isEmpty() ? "none" : is, should.isEmpty() ? "none" : should, rebuild());
        }
    }

    private static String keyOf(String text) {
        String key = squeezed(text);
        return key.startsWith("(") && key.endsWith(")") ? key.substring(1, key.length() - 1) : key;
    }

    private static String squeezed(String text) {
        return text.replaceAll("[\\s`]", "");
    }

    private void compareColumns() {
        for (RequiredColumn column : required.columns()) {
            Optional<ServerColumn> there = table.column(column.name());
            String place = "column " + column.name();
            if (there.isEmpty()) {
                add(place, "not there", column.type(), isKey(column) ? rebuild() : alter("ADD COLUMN", column));
            } else if (!there.get().isStored()) {
                add(place, there.get().defaultKind(), "a column that rows are written to", rebuild());
            } else if (!TypeFit.holds(column.type(), there.get().type())) {
                add(
                        place,
                        there.get().type(),
                        column.type(),
                        isKey(column)
                                ? rebuild()
                                : alter("MODIFY COLUMN", column)
                                        + " /* values it could not hold do not come back by that */");
            }
        }
    }

    private boolean isKey(RequiredColumn column) {
        return List.of(keyOf(required.sortingKey()).split(",")).contains(column.name())
                || keyOf(required.partitionKey()).matches(".*\\b" + Pattern.quote(column.name()) + "\\b.*");
    }

    private void compareWindow(Map<String, Long> defaults) {
        String setting =
                table.engine().startsWith("Replicated") || table.engine().startsWith("Shared")
                        ? "replicated_deduplication_window"
                        : "non_replicated_deduplication_window";
        Matcher own = Pattern.compile("(?<!\\w)" + setting + " = (\\d+)").matcher(table.engineFull());
        long blocks = own.find() ? Long.parseLong(own.group(1)) : defaults.getOrDefault(setting, 0L);
        if (required.deduplicates() && blocks == 0) {
            add(
                    "setting " + setting,
                    "0, so that a block that is sent again is stored again",
                    "10000",
                    "ALTER TABLE " + name() + " MODIFY SETTING " + setting + " = 10000");
        }
    }

    private String alter(String what, RequiredColumn column) {
        return "ALTER TABLE " + name() + " " + what + " " + Names.quoted(column.name()) + " " + column.definition();
    }

    /** What no ALTER can change. */
    private String rebuild() {
        String columns = required.columns().stream()
                .map(RequiredColumn::name)
                .filter(column -> table.column(column).isPresent())
                .map(Names::quoted)
                .collect(Collectors.joining(", "));
        String aside = Names.table(database, required.name() + "_before");
        return "RENAME TABLE " + name() + " TO " + aside + "; create the table again; INSERT INTO " + name() + " ("
                + columns + ") SELECT " + columns + " FROM " + aside;
    }

    private String name() {
        return Names.table(database, required.name());
    }

    private void add(String what, String is, String should, String mend) {
        differences.add(new Difference("table " + required.name() + ", " + what, is, should, mend));
    }
}
