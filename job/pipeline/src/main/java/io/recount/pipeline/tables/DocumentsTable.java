package io.recount.pipeline.tables;

import io.recount.cells.Document;
import io.recount.cells.FieldValues;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.types.Delivery;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code documents}: a log, one row per accepted version, good, bad or deleted. Columns of the model first, those of the
 * job begin with an underscore. Readers reduce to distinct (id, version, message hash) and decide the newest themselves.
 */
public final class DocumentsTable {

    public static final String NAME = "documents";

    private final int index;
    private final List<TableColumn> columns;
    private final FieldColumn[] fields;
    private final long timeline;
    private final RowWriter row = new RowWriter();
    private int year;
    private long yearFrom;
    private long yearTo;

    DocumentsTable(int index, Model model, Layout layout, long timeline) {
        this.index = index;
        this.timeline = timeline;
        Set<String> placing = placingFields(model.document());
        this.columns = columns(layout, placing);
        this.fields = layout.slots().stream()
                .map(slot -> FieldColumn.of(slot, placing.contains(slot.name())))
                .toArray(FieldColumn[]::new);
    }

    /** A field's column, and the slot it is written from. */
    private record FieldColumn(Layout.Store store, int slot, Width width, boolean always) {

        /** Of a number. */
        enum Width {
            FLAG,
            ENUM,
            LONG
        }

        static FieldColumn of(Layout.Slot slot, boolean always) {
            Width width = slot.type() instanceof FieldType.EnumOf
                    ? Width.ENUM
                    : slot.type() instanceof FieldType.Bool ? Width.FLAG : Width.LONG;
            return new FieldColumn(slot.store(), slot.index(), width, always);
        }
    }

    /** Fields that every row has: place, id and version. */
    public static Set<String> placingFields(DocumentRules rules) {
        return Stream.of(rules.key(), rules.scope(), rules.id(), rules.version(), rules.time(), rules.shift())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    private static List<TableColumn> columns(Layout layout, Set<String> placing) {
        List<TableColumn> columns = new ArrayList<>();
        for (Layout.Slot slot : layout.slots()) {
            columns.add(new TableColumn(
                    slot.name(),
                    ColumnTypes.ofField(slot.type(), placing.contains(slot.name())),
                    ColumnTypes.codecOf(slot.type()),
                    ColumnTypes.commentOf(slot)));
        }
        columns.add(
                new TableColumn("_state", "Enum8('good' = 1, 'bad' = 2, 'deleted' = 3)", "", "What the version says"));
        columns.add(
                new TableColumn("_hash", "UInt64", "", "xxHash64 of the message; the greater wins a tie of versions"));
        columns.add(new TableColumn("_late", "UInt8", "", "1: the watermark had passed its bucket when it came"));
        columns.add(new TableColumn("_reason", "LowCardinality(String)", "", "Of a bad version: the reason's code"));
        columns.add(new TableColumn("_problem", "String", "ZSTD(1)", "Of a bad version: what is wrong, in a sentence"));
        columns.add(new TableColumn(
                "_raw", "String", "ZSTD(1)", "The message as it came; empty unless documents.raw.enabled"));
        columns.add(
                new TableColumn("_timeline", "UInt64", "Delta, ZSTD(1)", "Submission of the job that wrote the row"));
        columns.add(new TableColumn("_topic", "LowCardinality(String)", "", "Kafka topic, @ and its id"));
        columns.add(new TableColumn("_partition", "UInt32", "T64, ZSTD(1)", "Kafka partition"));
        columns.add(new TableColumn("_offset", "UInt64", "Delta, ZSTD(1)", "Kafka offset"));
        columns.add(new TableColumn("_appended_at", "DateTime64(3, 'UTC')", "Delta, ZSTD(1)", "Kafka timestamp"));
        return columns;
    }

    /** Whether a number is a time, in microseconds. */
    static boolean isTime(Layout.Slot slot) {
        return slot.type() instanceof FieldType.InstantOf;
    }

    public List<TableColumn> columns() {
        return columns;
    }

    SinkTable sinkTable() {
        return new SinkTable(
                NAME, Phase.ON_WRITE, columns.stream().map(TableColumn::column).toList());
    }

    /** Encodes an accepted version. */
    public TableRow row(Delivery delivery, boolean late) {
        Document document = delivery.document();
        row.reset();
        for (FieldColumn field : fields) {
            writeField(document.values(), field);
        }
        Problem problem = document.problem();
        row.int8(document.state().code())
                .uint64(document.stamp().hash())
                .uint8(late ? 1 : 0)
                .string(problem == null ? "" : problem.reason().name())
                .string(problem == null ? "" : problem.sentence())
                .string(delivery.payload().bytes())
                .uint64(timeline)
                .string(delivery.topic())
                .uint32(delivery.partition())
                .uint64(delivery.offset())
                .dateTime64(delivery.appendedAtMillis());
        return new TableRow(
                index, ShardKey.hash(document.key()), year(document.cell().bucketSeconds()), 0, 0, row.toRow());
    }

    /** The partition of a row. Most rows are of the year of the one before. */
    private int year(long bucketSeconds) {
        if (bucketSeconds < yearFrom || bucketSeconds >= yearTo) {
            year = Instant.ofEpochSecond(bucketSeconds).atOffset(ZoneOffset.UTC).getYear();
            yearFrom = startOf(year);
            yearTo = startOf(year + 1);
        }
        return year;
    }

    private static long startOf(int year) {
        return LocalDate.of(year, 1, 1).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    }

    private void writeField(FieldValues values, FieldColumn field) {
        switch (field.store()) {
            case NUMBER -> {
                if (field.always() || present(values.hasNumber(field.slot()))) {
                    writeNumber(field.width(), values.number(field.slot()));
                }
            }
            case TEXT -> {
                String text = values.text(field.slot());
                if (field.always() || present(text != null)) {
                    row.string(Objects.requireNonNull(text));
                }
            }
            case MAP -> writeMap(values.map(field.slot()));
        }
    }

    private boolean present(boolean isThere) {
        if (isThere) {
            row.present();
        } else {
            row.nullValue();
        }
        return isThere;
    }

    private void writeNumber(FieldColumn.Width width, long value) {
        switch (width) {
            case FLAG -> row.uint8((int) value);
            case ENUM -> row.int16((int) value);
            case LONG -> row.int64(value);
        }
    }

    private void writeMap(@Nullable Map<String, String> map) {
        row.size(map == null ? 0 : map.size());
        if (map != null) {
            for (Map.Entry<String, String> entry : map.entrySet()) {
                row.string(entry.getKey()).string(entry.getValue());
            }
        }
    }
}
