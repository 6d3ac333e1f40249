package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.decode.DocumentDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is packed is read again, and is small. */
class DocumentCodecTest {

    private static final Layout LAYOUT = RandomDocuments.LAYOUT;
    private static final SlotMask FOLDED = SlotMask.folded(Models.SMALL, LAYOUT);
    private static final DocumentCodec ALL = new DocumentCodec(LAYOUT, SlotMask.all(LAYOUT));
    private static final DocumentCodec OF_STATE = new DocumentCodec(LAYOUT, FOLDED);
    private static final String MESSAGE = """
            {"register":"R1","drive":"d","number":48211,"shift":212,"at":"2026-10-12T09:41:07%s+03:00","written":%s,
            "kind":"SALE","total":"1250.40","payments":{"cash":"1250.40"},"custom":{"table":"12"},"deleted":false}""";
    private static final String WRITTEN = "1791787269120";

    private final DocumentDecoder decoder = new DocumentDecoder(Models.SMALL, LAYOUT, 1 << 20);

    @ParameterizedTest
    @ValueSource(strings = {"", ".5", ".000001", ".999999"})
    void decodedDocumentsAreReadAsTheyWereWritten(String fraction) {
        for (String written : new String[] {WRITTEN, "0", "1", "1791787267000", "9007199254740"}) {
            Document document = decoded(fraction, written);
            assertThat(packed(ALL, document)).isEqualTo(document);
            FieldValues folded = packed(OF_STATE, document).values();
            for (Layout.Slot slot : LAYOUT.slots()) {
                assertThat(slot.isIn(folded))
                        .as(slot.name())
                        .isEqualTo(FOLDED.has(slot) && slot.isIn(document.values()));
            }
        }
    }

    @Test
    void whatAFoldedReceiptSaysTwiceIsWrittenOnce() {
        PackedWriter out = new PackedWriter();
        OF_STATE.writeBody(decoded("", WRITTEN), out);
        int flags = 1;
        int hash = 8;
        int time = 4;
        int distance = 2;
        int shift = 2;
        int presence = 1;
        int kindTotalAndPayment = 1 + 3 + 1;
        int custom = 1 + 6 + 3;

        assertThat(out.length())
                .isEqualTo(flags + hash + time + distance + shift + presence + kindTotalAndPayment + custom);
    }

    @Test
    void aDocumentOfTwoMindsIsWrittenInFull() {
        Document document = decoded("", WRITTEN);
        List<Document> others = List.of(
                with(document, new CellKey(212, 3600), document.timeMicros()),
                with(document, new CellKey(213, document.cell().bucketSeconds()), document.timeMicros()),
                with(document, document.cell(), document.timeMicros() + 1),
                with(document, document.cell(), -1),
                with(document, document.cell(), Long.MAX_VALUE));
        for (Document other : others) {
            assertThat(packed(ALL, other)).isEqualTo(other);
        }
    }

    @Test
    void aHistoryFollowsAnotherInOneArray() {
        List<Stamp> older = List.of(new Stamp(Long.MIN_VALUE, 7), new Stamp(Long.MAX_VALUE, -7), new Stamp(5, 0));
        Document document = decoded(".25", WRITTEN);
        List<History> histories = List.of(
                new History(document, true, older),
                new History(document, false, List.of()),
                new History(document, true, List.of()));
        PackedWriter out = new PackedWriter();
        histories.forEach(history -> history.writeBody(ALL, out));

        PackedReader in = new PackedReader(out.toBytes());
        for (History history : histories) {
            assertThat(History.readBody(document.key(), document.id(), ALL, in)).isEqualTo(history);
        }
        assertThat(in.hasMore()).isFalse();
    }

    @Test
    void aNumberThatTheDecoderRefusesIsRefused() {
        Document document = decoded("", WRITTEN);
        document.values().setNumber(LAYOUT.slot("balance").index(), Long.MIN_VALUE);

        assertThatThrownBy(() -> ALL.write(document, new PackedWriter()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("greater than -2^63");
    }

    private static Document packed(DocumentCodec codec, Document document) {
        PackedWriter out = new PackedWriter();
        codec.writeBody(document, out);
        PackedReader in = new PackedReader(out.toBytes());
        Document read = codec.readBody(document.key(), document.id(), in);
        assertThat(in.hasMore()).isFalse();
        return read;
    }

    private Document decoded(String fraction, String written) {
        byte[] message = MESSAGE.formatted(fraction, written).getBytes(StandardCharsets.UTF_8);
        return (Document) decoder.decode(message);
    }

    private static Document with(Document document, CellKey cell, long timeMicros) {
        return new Document(
                document.key(),
                document.id(),
                document.stamp(),
                document.state(),
                cell,
                timeMicros,
                document.values(),
                document.problem());
    }
}
