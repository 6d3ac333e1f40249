package io.recount.pipeline.schema;

import io.recount.cells.model.Model;
import io.recount.pipeline.tables.SketchColumns;
import io.recount.pipeline.tables.TableColumn;
import io.recount.pipeline.tables.Tables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of all published rows of cells, also those that newer ones have replaced. The server fills it; the job does not
 * know of it.
 */
public final class CellHistory {

    public static final String TABLE = "cell_history";

    private static final String FEED = "cell_history_feed";

    private final Schema schema;
    private final Duration kept;
    private final List<TableColumn> columns;

    /** Rows are {@code kept} for so long; zero: nothing is added any more, and what is there stays as long as it was to. */
    public CellHistory(Model model, String database, Duration kept) {
        this.schema = new Schema(model, database);
        this.kept = kept;
        // Columns beside the arrays say the same once more or are sketches, of which these have a checksum; a model may
        // gain some.
        Set<String> beside = model.measures().stream()
                .flatMap(measure -> Stream.concat(
                        Stream.of(measure.name()),
                        measure.kind().isSketch() ? SketchColumns.names(measure).stream() : Stream.empty()))
                .collect(Collectors.toSet());
        this.columns = new Tables(model, 0)
                .cellColumns().stream()
                        .filter(column -> !beside.contains(column.name()))
                        .toList();
    }

    /** In the order to run them, behind those of the tables; they can be run again. */
    public List<Schema.Statement> statements() {
        String database = Schema.quoted(schema.database());
        if (kept.isZero()) {
            return List.of(new Schema.Statement("no " + FEED, "DROP VIEW IF EXISTS " + database + "." + FEED));
        }
        String seconds = Long.toString(kept.toSeconds());
        List<Schema.Statement> statements = new ArrayList<>();
        statements.add(filled(TABLE, Map.of("columns", Schema.definitions(columns), "seconds", seconds)));
        statements.add(new Schema.Statement(
                TABLE + ", for " + kept.toDays() + " days",
                "ALTER TABLE " + database + "." + TABLE + " MODIFY TTL kept_at + toIntervalSecond(" + seconds + ")"));
        statements.add(filled(
                FEED,
                Map.of(
                        "names",
                        columns.stream()
                                .map(column -> Schema.quoted(column.name()))
                                .collect(Collectors.joining(", ")))));
        return statements;
    }

    private Schema.Statement filled(String name, Map<String, String> own) {
        return new Schema.Statement(name, Template.named(name).filledWith(schema.placeholders(), own));
    }
}
