package io.recount.cells;

import io.recount.cells.model.Model;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What of a model the state of the cells depends on: slots, by which documents are packed, and measures and buckets, by
 * which they were folded. Two models with one fingerprint read each other's state; labels, for one, make no difference.
 */
public final class ModelFingerprint {

    private ModelFingerprint() {}

    /** Hexadecimal. */
    public static String of(Model model) {
        StringBuilder text = new StringBuilder();
        for (Layout.Slot slot : new Layout(model).slots()) {
            text.append(slot.name()).append(' ').append(slot.type()).append('\n');
        }
        model.measures()
                .forEach(measure -> text.append(measure.id())
                        .append(' ')
                        .append(measure.kind())
                        .append(' ')
                        .append(measure.of())
                        .append(' ')
                        .append(measure.where())
                        .append(' ')
                        .append(measure.negate())
                        .append('\n'));
        text.append(model.document()).append('\n').append(model.dimensions());
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
