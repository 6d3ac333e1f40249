package io.recount.cells.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.recount.cells.Decoded;
import io.recount.cells.FieldValues;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.Problem.Reason;
import io.recount.cells.model.Model;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Decodes messages by a model. Never throws for what a message holds: every array of bytes is a document, ignored or
 * rejected.
 *
 * <p>A message is read to its end even if a field is wrong, because a bad version must still be placed. Fields the model
 * does not name are skipped. Not thread-safe.
 */
public final class DocumentDecoder {

    /** Names the rule by which tombstones are ignored. */
    public static final String TOMBSTONE = "tombstone";

    /** Deeper messages are rejected; receipts have three levels. */
    private static final int MAX_NESTING = 100;

    /** The size of the whole message is limited; limits of the parser's own would reject what is merely long. */
    private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(MAX_NESTING)
            .maxNameLength(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .maxStringLength(Integer.MAX_VALUE)
            .build();

    /** Merchants name fields as they like: their names are not to fill the JVM's table, nor to fail by their hashes. */
    private final JsonFactory json = new JsonFactoryBuilder()
            .streamReadConstraints(CONSTRAINTS)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    private final Layout layout;
    private final int maxBytes;
    private final PathTree paths;
    private final Placement placement;
    private final FieldReader reader;

    /** Messages of more than {@code maxBytes} are rejected without a look. */
    public DocumentDecoder(Model model, Layout layout, int maxBytes) {
        this.layout = layout;
        this.maxBytes = maxBytes;
        this.paths = new PathTree(layout);
        this.placement = new Placement(model, layout);
        this.reader = new FieldReader(layout, paths.nodes());
    }

    /** Decodes the value of one message; null is a tombstone, which deletes nothing: a document's own version does. */
    public Decoded decode(byte @Nullable [] message) {
        if (message == null) {
            return new Decoded.Ignored(TOMBSTONE);
        }
        if (message.length == 0) {
            return rejected(Reason.EMPTY, "the message has no content");
        }
        if (message.length > maxBytes) {
            return rejected(Reason.TOO_LARGE, "the message is larger than " + maxBytes + " bytes");
        }
        if (!Utf8Check.passes(message)) {
            return rejected(Reason.NOT_JSON, "the message is no valid UTF-8");
        }
        FieldValues values = layout.newValues();
        reader.begin(values);
        Problem broken = parse(message);
        if (broken != null) {
            return new Decoded.Rejected(broken);
        }
        return placement.place(values, reader.problems(), MessageHash.of(message));
    }

    private @Nullable Problem parse(byte[] message) {
        try (JsonParser parser = json.createParser(message)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return new Problem(Reason.NOT_AN_OBJECT, "the message is JSON, but no object");
            }
            paths.readObject(parser, reader);
            if (parser.nextToken() != null) {
                return new Problem(Reason.NOT_JSON, "something follows the JSON object");
            }
            return null;
        } catch (JsonProcessingException e) {
            // Jackson's own sentence quotes the message.
            JsonLocation where = e.getLocation();
            return new Problem(
                    Reason.NOT_JSON,
                    "the message is no valid JSON near byte " + (where == null ? "?" : where.getByteOffset()));
        } catch (IOException e) {
            return new Problem(Reason.NOT_JSON, "the message is no valid UTF-8");
        }
    }

    private static Decoded rejected(Reason reason, String sentence) {
        return new Decoded.Rejected(new Problem(reason, sentence));
    }
}
