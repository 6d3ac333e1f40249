package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Bytes that were written once and have to be read for ever: {@code src/test/resources/golden/NAME.hex}. When a format
 * changes on purpose its version rises and the new one gets a file of its own.
 */
final class Golden {

    private Golden() {}

    static byte[] bytes(String name) throws IOException {
        try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name + ".hex")) {
            assertThat(in).as("golden file " + name).isNotNull();
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
        }
    }

    static void assertSame(String name, byte[] written) throws IOException {
        assertThat(HexFormat.of().formatHex(written)).isEqualTo(HexFormat.of().formatHex(bytes(name)));
    }
}
