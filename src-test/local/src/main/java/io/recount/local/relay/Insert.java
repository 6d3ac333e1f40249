package io.recount.local.relay;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jpountz.lz4.LZ4FrameInputStream;

/**
 * An insert as it came to the relay.
 *
 * @param table the table's name
 * @param token its token; empty for none
 * @param body the rows: {@code Native} in an LZ4 frame
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
public record Insert(String table, String token, byte[] body) {

    private static final Pattern STATEMENT = Pattern.compile("INSERT INTO\\s+`?(\\w+)`?.*", Pattern.DOTALL);

    /** Behind it stands the kind of the first row. */
    private static final String KIND = "Enum8('start' = 1, 'commit' = 2)";

    private static final int COMMIT = 2;

    /** The insert that a request is, or nothing if it is another statement. */
    static Optional<Insert> of(Map<String, String> parameters, byte[] body) {
        Matcher statement = STATEMENT.matcher(parameters.getOrDefault("query", ""));
        return statement.matches()
                ? Optional.of(
                        new Insert(statement.group(1), parameters.getOrDefault("insert_deduplication_token", ""), body))
                : Optional.empty();
    }

    /** Whether it is a row of the ledger that tells of a commit. */
    public boolean isLedgerRow() {
        if (!table.equals("commits")) {
            return false;
        }
        String rows = new String(rows(), StandardCharsets.ISO_8859_1);
        return rows.charAt(rows.indexOf(KIND) + KIND.length()) == COMMIT;
    }

    private byte[] rows() {
        try (LZ4FrameInputStream in = new LZ4FrameInputStream(new ByteArrayInputStream(body))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("An insert into " + table + " is no LZ4 frame", e);
        }
    }
}
