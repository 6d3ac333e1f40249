package io.recount.pipeline.cells;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.CellKey;
import io.recount.cells.Document;
import io.recount.cells.DocumentCodec;
import io.recount.cells.DocumentFold;
import io.recount.cells.DocumentId;
import io.recount.cells.FieldCellKey;
import io.recount.cells.History;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import io.recount.cells.SlotMask;
import io.recount.pipeline.types.Delivery;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Bytes in state, as this release writes them and every later one of the same format must read them. Whoever changes them
 * raises the format in {@link StageState}.
 */
class StateFormatTest {

    private static final String DIRECTORY = "0080c89d819d688c010101010101441080a4e80380a4e803018c0180b083c598680c";
    private static final String CHUNK =
            "01001875de68e440909ab0d42cabcc6aaa91c4010103000003ed180200247d61793a4210235de678b9cc6a"
                    + "94d8c3010103000003900301ff887af256831c36df7bda030015773b497027b5344de0a4abcc6ac28fc40101000000";

    private static final String CHUNKS = "030e01440081a4e803000e014500";
    private static final String FIELD_CELLS =
            "0570726f6d6f08d09dd0bed187d18c3c010100020202ec18058201808c81eeafe8ae06058201808c81eeafe8ae0604"
                    + "808c81eeafe8ae0602808c81eeafe8ae0602ec1802ec18b4010228ec18";
    private static final CellKey KEY = new CellKey(70, 1_790_000_000 / 3_600 * 3_600);

    private final Layout layout = new Layout(HistoriesReceipts.MODEL);
    private final DocumentCodec codec = new DocumentCodec(layout, SlotMask.folded(HistoriesReceipts.MODEL, layout));
    private final Measures measures = Measures.of(HistoriesReceipts.MODEL, layout);

    @Test
    void directoriesAreWrittenAndReadAsTheyAlwaysWere() {
        Directory directory =
                Directory.of(new PastDocuments.Seen(Map.of("D", List.of(5L, 7L, 4_000_000L)), List.of(69L)));
        directory.touch(70, 1_790_000_000_000L, 12, 1);
        directory.accept(new DocumentId("D", 8, ""), 70, true);
        directory.setEvictionMillis(1_790_600_000_000L);

        assertThat(HexFormat.of().formatHex(directory.toBytes())).isEqualTo(DIRECTORY);
        Directory read = Directory.read(HexFormat.of().parseHex(DIRECTORY));
        assertThat(read.toBytes()).isEqualTo(directory.toBytes());
        assertThat(read.holds(70)).isTrue();
        assertThat(read.holds(69)).isFalse();
        assertThat(read.isThere(71)).isTrue();
        assertThat(read.isThere(69)).isFalse();
        assertThat(read.isNew(new DocumentId("D", 9, ""), true)).isTrue();
        assertThat(read.isNew(new DocumentId("D", 8, ""), true)).isFalse();
        assertThat(read.isNew(new DocumentId("D", 4_000_000, ""), true)).isFalse();
    }

    @Test
    void chunksAreWrittenAndReadAsTheyAlwaysWere() {
        List<History> histories = List.of(
                history(HistoriesReceipts.sale("R", 65, "12T09:41", 1, "15.90")),
                history(
                        HistoriesReceipts.sale("R", 66, "12T09:42", 1, "1.00"),
                        HistoriesReceipts.sale("R", 66, "12T10:42", 2, "-2.00")),
                history(HistoriesReceipts.deleted("R", 67, "12T09:43", 5)));
        Chunk chunk = new Chunk(new DocumentId("D", 1, ""), "R", codec, new PackedWriter(), null);
        histories.forEach(history -> chunk.put(history.latest().id(), history));

        assertThat(HexFormat.of().formatHex(chunk.toBytes())).isEqualTo(CHUNK);
        Chunk read = new Chunk(
                chunk.number(), "R", codec, new PackedWriter(), HexFormat.of().parseHex(CHUNK));
        List<History> found = new ArrayList<>();
        read.forEach(found::add);
        assertThat(found)
                .extracting(History::late, History::older)
                .isEqualTo(histories.stream()
                        .map(each -> org.assertj.core.groups.Tuple.tuple(each.late(), each.older()))
                        .toList());
        assertThat(found)
                .extracting(each -> each.latest().stamp())
                .isEqualTo(histories.stream().map(each -> each.latest().stamp()).toList());
        assertThat(found)
                .extracting(each -> each.latest().cell())
                .isEqualTo(histories.stream().map(each -> each.latest().cell()).toList());
    }

    @Test
    void chunksOfACellAreWrittenAndReadAsTheyAlwaysWere() {
        Cell cell = Cell.ofNew(KEY);
        List.of(new DocumentId("D", 7, ""), new DocumentId("D", 4_000_000, ""), new DocumentId("E", 7, ""))
                .forEach(cell::addChunk);
        cell.addChunk(new DocumentId("D", 7, ""));
        PackedWriter out = new PackedWriter();
        cell.writeChunks(out);

        assertThat(HexFormat.of().formatHex(out.toBytes())).isEqualTo(CHUNKS);
        Cell read = Cell.ofNew(KEY);
        read.readChunks(new PackedReader(HexFormat.of().parseHex(CHUNKS)));
        assertThat(read.chunks()).isEqualTo(cell.chunks()).hasSize(3);
    }

    @Test
    void fieldCellsAreWrittenAndReadAsTheyAlwaysWere() {
        Document sale =
                history(HistoriesReceipts.sale("R", 65, "12T09:41", 1, "15.90")).latest();
        FieldCells fieldCells = new FieldCells(KEY);
        FieldCellKey promo = new FieldCellKey(KEY, "promo", "Ночь");
        FieldCell fieldCell = fieldCells.get(promo);
        fieldCell.begin();
        measures.add(fieldCell.value(), sale, true);
        fieldCell.publish(fieldCell.value());
        fieldCells.get(new FieldCellKey(KEY, "promo", "empty"));
        PackedWriter out = new PackedWriter();
        fieldCells.write(measures, out, new PackedWriter());

        assertThat(HexFormat.of().formatHex(out.toBytes())).isEqualTo(FIELD_CELLS);
        FieldCells read = new FieldCells(KEY);
        read.read(measures, new PackedReader(HexFormat.of().parseHex(FIELD_CELLS)));
        assertThat(read.get(promo).value()).isEqualTo(fieldCell.value());
        assertThat(read.get(promo).value().lateDocuments()).isEqualTo(1);
    }

    private static History history(String... messages) {
        HistoriesTopic topic = new HistoriesTopic(HistoriesReceipts.MODEL);
        History history = null;
        for (String message : messages) {
            topic.append(message.getBytes(UTF_8), 0);
            Delivery delivery = Objects.requireNonNull(topic.delivery(topic.size() - 1));
            history = DocumentFold.fold(history, delivery.document(), true).after();
        }
        return Objects.requireNonNull(history);
    }
}
