package io.recount.cli.load;

import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.model.Model;
import io.recount.kafka.NewRecord;
import java.nio.charset.StandardCharsets;

/**
 * Tells what is to become of a line, by the decoder of the job: what the job would reject is not sent to it.
 *
 * <p>A document's record has its key for a key, since it is read anyway: so it goes where the key's sender puts others, and a
 * version behind the one that it corrects.
 */
final class LineSorter {

    private final DocumentDecoder decoder;

    /** {@code maxBytes} is what a message may have. */
    LineSorter(Model model, int maxBytes) {
        decoder = new DocumentDecoder(model, new Layout(model), maxBytes);
    }

    /** What a line is. */
    sealed interface Sorted permits Empty, Message, Bad {}

    /** Blank: nobody meant anything by it. */
    record Empty() implements Sorted {}

    /** To be produced; also what the model ignores, which the job counts. */
    record Message(NewRecord record) implements Sorted {}

    /** A dead letter. */
    record Bad(Problem problem) implements Sorted {}

    Sorted sort(Line line) {
        if (line.isBlank()) {
            return new Empty();
        }
        Decoded decoded = decoder.decode(line.bytes());
        if (decoded instanceof Decoded.Rejected rejected) {
            return new Bad(rejected.problem());
        }
        byte[] key = decoded instanceof Document document ? document.key().getBytes(StandardCharsets.UTF_8) : null;
        return new Message(new NewRecord(key, line.bytes()));
    }
}
