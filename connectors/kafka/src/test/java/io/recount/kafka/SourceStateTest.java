package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What checkpoints hold of the source is read as it was written. */
final class SourceStateTest {

    private static final LogName RECEIPTS = new LogName("receipts", "life");
    private static final LogSplit SPLIT = new LogSplit(new LogPartition(RECEIPTS, 3), 1L << 40);
    private static final Discovered DISCOVERED = new Discovered(
            Set.of(new LogPartition(RECEIPTS, 3), new LogPartition(new LogName("more", "x"), 0)),
            List.of(new LogSplit(new LogPartition(RECEIPTS, 4), LogSplit.FIRST_RECORD)));

    @Test
    void splitsAreWrittenAndReadAsTheyAlwaysWere() throws IOException {
        assertThat(HexFormat.of().formatHex(LogSplitSerializer.INSTANCE.serialize(SPLIT)))
                .isEqualTo(hex("split-v1"));
        assertThat(LogSplitSerializer.INSTANCE.deserialize(1, bytes("split-v1")))
                .isEqualTo(SPLIT);
    }

    @Test
    void discoveriesAreWrittenAndReadAsTheyAlwaysWere() throws IOException {
        assertThat(HexFormat.of().formatHex(DiscoveredSerializer.INSTANCE.serialize(DISCOVERED)))
                .isEqualTo(hex("discovered-v1"));
        assertThat(DiscoveredSerializer.INSTANCE.deserialize(1, bytes("discovered-v1")))
                .isEqualTo(DISCOVERED);
    }

    @Test
    void stateOfANewerReleaseIsRefused() {
        assertThatThrownBy(() -> LogSplitSerializer.INSTANCE.deserialize(2, bytes("split-v1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("Next: restore with the release that wrote it");
        assertThatThrownBy(() -> DiscoveredSerializer.INSTANCE.deserialize(2, bytes("discovered-v1")))
                .hasMessageContaining("version 2");
    }

    @Test
    void aLogsNameIsReadAsItWasWritten() {
        LogName log = new LogName("receipts.v1", "Qm-_x");
        assertThat(log.text()).isEqualTo("receipts.v1@Qm-_x");
        assertThat(LogName.parse(log.text())).isEqualTo(log);
        assertThatThrownBy(() -> LogName.parse("receipts")).hasMessageContaining("lacks '@'");
    }

    private static byte[] bytes(String golden) throws IOException {
        return HexFormat.of().parseHex(hex(golden));
    }

    private static String hex(String golden) throws IOException {
        try (InputStream in = SourceStateTest.class.getResourceAsStream("/golden/" + golden + ".hex")) {
            assertThat(in).as("golden file " + golden).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
        }
    }
}
