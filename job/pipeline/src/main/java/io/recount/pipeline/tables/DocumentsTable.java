package io.recount.pipeline.tables;

import io.recount.cells.Document;
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
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code documents}: a log, one row per accepted version, good, bad or deleted. Columns of the model first, those of the
 * job begin with an underscore. Readers reduce to distinct (id, version, message hash) and decide the newest themselves.
 */
public final class DocumentsTable {

    public static final String NAME = "documents";

    private final int index;
    private final Layout layout;
    private final Set<String> placing;
    private final List<TableColumn> columns;
    private final long timeline;
    private final RowWriter row = new RowWriter();

    DocumentsTable(int index, Model model, Layout layout, long timeline) {
        this.index = index;
        this.layout = layout;
        this.timeline = timeline;
        this.placing = placingFields(model.document());
        this.columns = columns(layout, placing);
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
        for (Layout.Slot slot : layout.slots()) {
            writeField(document, slot);
        }
        Problem problem = document.problem();
        row.int8(document.state().code())
                .uint64(document.stamp().hash())
                .uint8(late ? 1 : 0)
                .string(problem == null ? "" : problem.reason().name())
                .string(problem == null ? "" : problem.sentence())
                .uint64(timeline)
                .string(delivery.topic())
                .uint32(delivery.partition())
                .uint64(delivery.offset())
                .dateTime64(delivery.appendedAtMillis());
        int year = Instant.ofEpochSecond(document.cell().bucketSeconds())
                .atOffset(ZoneOffset.UTC)
                .getYear();
        return new TableRow(index, ShardKey.hash(document.key()), year, 0, 0, row.toRow());
    }

    private void writeField(Document document, Layout.Slot slot) {
        if (slot.store() == Layout.Store.MAP) {
            Map<String, String> map = document.values().map(slot.index());
            row.size(map == null ? 0 : map.size());
            if (map != null) {
                map.forEach((key, value) -> row.string(key).string(value));
            }
            return;
        }
        if (!placing.contains(slot.name())) {
            if (!slot.isIn(document.values())) {
                row.nullValue();
                return;
            }
            row.present();
        }
        if (slot.store() == Layout.Store.TEXT) {
            row.string(Objects.requireNonNull(document.values().text(slot.index())));
        } else {
            writeNumber(slot.type(), document.values().number(slot.index()));
        }
    }

    private void writeNumber(FieldType type, long value) {
        if (type instanceof FieldType.EnumOf) {
            row.int16((int) value);
        } else if (type instanceof FieldType.Bool) {
            row.uint8((int) value);
        } else {
            row.int64(value);
        }
    }
}
