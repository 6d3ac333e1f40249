package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Fields in their slots: what is kept of them in state, what measures ask of them. */
class SlotsTest {

    private static final Layout LAYOUT = RandomDocuments.LAYOUT;

    @Test
    void stateKeepsWhatMeasuresAndDimensionsLookAtAndNothingElse() {
        FieldValues values = LAYOUT.newValues();
        for (Layout.Slot slot : LAYOUT.slots()) {
            switch (slot.store()) {
                case NUMBER -> values.setNumber(slot.index(), 1);
                case TEXT -> values.setText(slot.index(), "t");
                case MAP -> values.setMap(slot.index(), Map.of("k", "v"));
            }
        }
        DocumentCodec codec = new DocumentCodec(LAYOUT, SlotMask.folded(Models.SMALL, LAYOUT));
        PackedWriter out = new PackedWriter();
        codec.write(document(values), out);
        FieldValues kept = codec.read("R1", new PackedReader(out.toBytes())).values();

        assertThat(LAYOUT.slots())
                .filteredOn(slot -> slot.isIn(kept))
                .extracting(Layout.Slot::name)
                .containsExactly(
                        "number", "kind", "total", "balance", "payments_cash", "payments_card", "custom", "note");
        assertThat(LAYOUT.slots()).allMatch(slot -> slot.isIn(values));
        assertThat(LAYOUT.slots()).noneMatch(slot -> slot.isIn(LAYOUT.newValues()));
    }

    @Test
    void filtersAskForTextsNumbersAndFlags() {
        Model model = ModelFile.parse("filters.yaml", """
                recount: 1
                name: filters
                fields:
                  register: {type: text}
                  number: {type: uint}
                  at: {type: instant(offset)}
                  online: {type: bool}
                  till: {type: int}
                  note: {type: text}
                document: {key: register, id: {number: number, ids: random}, version: number, time: at, bucket: 1h}
                measures:
                  - {name: online_count, id: 1, count: true, where: {online: true}}
                  - {name: offline_count, id: 2, count: true, where: {online: false}}
                  - {name: tills, id: 3, count: true, where: {till: [-7, 12]}}
                  - {name: noted, id: 4, count: true, where: {note: [a, b]}}
                  - {name: both, id: 5, count: true, where: {note: a, online: true}}
                """);
        Layout layout = new Layout(model);
        int online = layout.slot("online").index();
        int till = layout.slot("till").index();
        int note = layout.slot("note").index();

        assertThat(counted(model, values -> {})).isEmpty();
        assertThat(counted(model, values -> values.setNumber(online, 1))).containsExactly(1);
        assertThat(counted(model, values -> values.setNumber(online, 0))).containsExactly(2);
        assertThat(counted(model, values -> values.setNumber(till, -7))).containsExactly(3);
        assertThat(counted(model, values -> values.setNumber(till, 12))).containsExactly(3);
        assertThat(counted(model, values -> values.setNumber(till, 7))).isEmpty();
        assertThat(counted(model, values -> values.setText(note, "b"))).containsExactly(4);
        assertThat(counted(model, values -> values.setText(note, "c"))).isEmpty();
        assertThat(counted(model, values -> {
                    values.setText(note, "a");
                    values.setNumber(online, 1);
                }))
                .containsExactly(1, 4, 5);
    }

    private static int[] counted(Model model, Consumer<FieldValues> fields) {
        Layout layout = new Layout(model);
        FieldValues values = layout.newValues();
        fields.accept(values);
        Aggregate aggregate = new Aggregate();
        Measures.of(model, layout).add(aggregate, document(values), false);
        PublishedMeasures published = PublishedMeasures.of(aggregate);
        int[] ids = new int[published.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = published.id(i);
        }
        return ids;
    }

    @Test
    void valuesAreEqualByContentAndShowNoneOfIt() {
        FieldValues one = values(1, "secret", Map.of("k", "hidden"));

        assertThat(one)
                .isEqualTo(values(1, "secret", Map.of("k", "hidden")))
                .hasSameHashCodeAs(values(1, "secret", Map.of("k", "hidden")))
                .isNotEqualTo(values(2, "secret", Map.of("k", "hidden")))
                .isNotEqualTo(values(1, "other", Map.of("k", "hidden")))
                .isNotEqualTo(values(1, "secret", Map.of("k", "other")))
                .isNotEqualTo("secret");
        assertThat(one.hashCode())
                .isNotEqualTo(values(2, "secret", Map.of("k", "hidden")).hashCode());
        assertThat(one).hasToString("FieldValues[2 numbers, 1 texts, 1 maps]");
        FieldValues zero = new FieldValues(1, 0, 0);
        zero.setNumber(0, 0);
        assertThat(zero).isNotEqualTo(new FieldValues(1, 0, 0));
    }

    @Test
    void idsAreOrderedByScopeThenNumberThenText() {
        assertThat(new DocumentId("a", 9, "z")).isLessThan(new DocumentId("b", 1, "a"));
        assertThat(new DocumentId("a", 1, "z")).isLessThan(new DocumentId("a", 2, "a"));
        assertThat(new DocumentId("a", 1, "a")).isLessThan(new DocumentId("a", 1, "b"));
        assertThat(new DocumentId("a", 1, "a")).isEqualByComparingTo(new DocumentId("a", 1, "a"));
    }

    @Test
    void cellsAreOrderedByShiftThenBucket() {
        assertThat(new CellKey(1, 9)).isLessThan(new CellKey(2, 1));
        assertThat(new CellKey(1, 1)).isLessThan(new CellKey(1, 2));
        assertThat(new CellKey(1, 1)).isEqualByComparingTo(new CellKey(1, 1));
    }

    private static FieldValues values(long number, String text, Map<String, String> map) {
        FieldValues values = new FieldValues(2, 1, 1);
        values.setNumber(0, number);
        values.setText(0, text);
        values.setMap(0, map);
        return values;
    }

    private static Document document(FieldValues values) {
        return new Document(
                "R1",
                new DocumentId("d", 1, ""),
                new Stamp(1, 1),
                Document.State.GOOD,
                new CellKey(0, 0),
                0,
                values,
                null);
    }
}
