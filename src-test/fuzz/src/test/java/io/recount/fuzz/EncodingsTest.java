package io.recount.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message is UTF-8 and nothing else: what looks like another encoding is no message, and no text is guessed. */
class EncodingsTest {

    private static final String RECEIPT =
            "{\"register\":\"R\",\"drive\":\"D\",\"number\":1,\"shift\":1,\"printedAt\":\"2026-10-12T09:00:00Z\","
                    + "\"writtenAt\":\"2026-10-12T09:00:00Z\",\"type\":\"SALE\",\"total\":\"1.00\",\"cashier\":\"@\"}";

    private final Model model =
            ModelFile.read(Path.of(System.getProperty("recount.root", "../.."), "job/models/receipts.yaml"));
    private final DocumentDecoder decoder = new DocumentDecoder(model, new Layout(model), 1 << 20);

    @Test
    void utf8IsReadWithAndWithoutAByteOrderMark() {
        assertThat(decoder.decode(RECEIPT.getBytes(UTF_8))).isInstanceOf(Document.class);
        assertThat(decoder.decode(("\uFEFF" + RECEIPT).getBytes(UTF_8))).isInstanceOf(Document.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"})
    void otherEncodingsAreRejected(String encoding) {
        assertThat(decoder.decode(RECEIPT.getBytes(Charset.forName(encoding)))).isInstanceOf(Decoded.Rejected.class);
    }

    /** Longer than need be, half a surrogate pair, beyond the last character, cut short, not begun. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "c0af",
                "e08080",
                "eda080",
                "edbfbf",
                "f08080af",
                "f4908080",
                "f5808080",
                "c328",
                "e282",
                "80",
                "ff",
                "00"
            })
    void bytesThatAreNoCharacterAreRejected(String hex) {
        byte[] broken = HexFormat.of().parseHex(hex);
        byte[] before = RECEIPT.substring(0, RECEIPT.indexOf('@')).getBytes(UTF_8);
        byte[] after = RECEIPT.substring(RECEIPT.indexOf('@') + 1).getBytes(UTF_8);
        byte[] message = new byte[before.length + broken.length + after.length];
        System.arraycopy(before, 0, message, 0, before.length);
        System.arraycopy(broken, 0, message, before.length, broken.length);
        System.arraycopy(after, 0, message, before.length + broken.length, after.length);

        assertThat(decoder.decode(message)).isInstanceOf(Decoded.Rejected.class);
    }
}
