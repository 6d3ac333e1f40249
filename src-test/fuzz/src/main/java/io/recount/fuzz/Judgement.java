package io.recount.fuzz;

import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.DocumentCodec;
import io.recount.cells.Layout;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import io.recount.cells.SlotMask;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.model.Model;
import io.recount.harness.expectation.ReferenceReading;
import io.recount.harness.expectation.Verdict;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds the decoder to the reference, message by message: it never throws, says the same every time, gives every message
 * the class that it has and every accepted field its value; and what it makes of a message survives being packed.
 */
final class Judgement {

    private static final int MAX_BYTES = 1 << 20;

    private final DocumentDecoder decoder;
    private final DocumentCodec codec;
    private final ReferenceReading reference;
    private final DecodedFields fields;

    Judgement(Subject subject) {
        Model model = subject.model();
        Layout layout = new Layout(model);
        this.decoder = new DocumentDecoder(model, layout, MAX_BYTES);
        this.codec = new DocumentCodec(layout, SlotMask.all(layout));
        this.reference = new ReferenceReading(subject.declared());
        this.fields = new DecodedFields(model, layout);
    }

    /**
     * What was found of a message.
     *
     * @param difference null if decoder and reference agree
     */
    record Finding(Verdict.Kind kind, @Nullable String difference) {}

    Finding of(byte[] message) {
        Verdict expected = reference.read(message);
        return new Finding(expected.kind(), difference(message, expected));
    }

    private @Nullable String difference(byte[] message, Verdict expected) {
        Decoded decoded;
        try {
            decoded = decoder.decode(message);
            if (!decoded.equals(decoder.decode(message.clone()))) {
                return "a second look at the same bytes says something else";
            }
        } catch (RuntimeException | StackOverflowError e) {
            return "the decoder throws " + e;
        }
        Verdict found = verdict(decoded);
        if (found.kind() != expected.kind()) {
            return "it is %s (%s), and was taken for %s (%s)"
                    .formatted(expected.kind(), expected.detail(), found.kind(), found.detail());
        }
        if (found.kind() == Verdict.Kind.IGNORED && !found.detail().equals(expected.detail())) {
            return "rule %s ignores it, and not %s".formatted(expected.detail(), found.detail());
        }
        if (!found.values().equals(fields.comparable(expected.values()))) {
            return "its values are %s, and not %s".formatted(fields.comparable(expected.values()), found.values());
        }
        return decoded instanceof Document document ? packed(document) : null;
    }

    private Verdict verdict(Decoded decoded) {
        if (decoded instanceof Decoded.Ignored ignored) {
            return new Verdict(Verdict.Kind.IGNORED, ignored.rule(), Map.of());
        }
        if (decoded instanceof Decoded.Rejected rejected) {
            return new Verdict(Verdict.Kind.REJECTED, rejected.problem().sentence(), Map.of());
        }
        Document document = (Document) decoded;
        return switch (document.state()) {
            case GOOD -> new Verdict(Verdict.Kind.GOOD, "", fields.all(document));
            case DELETED -> new Verdict(Verdict.Kind.DELETED, "", fields.place(document));
            case BAD ->
                new Verdict(
                        Verdict.Kind.BAD,
                        Objects.requireNonNull(document.problem()).sentence(),
                        fields.place(document));
        };
    }

    private @Nullable String packed(Document document) {
        PackedWriter out = new PackedWriter();
        codec.write(document, out);
        Document read = codec.read(document.key(), new PackedReader(out.toBytes()));
        return read.equals(document) ? null : "it is another document after it was packed";
    }
}
