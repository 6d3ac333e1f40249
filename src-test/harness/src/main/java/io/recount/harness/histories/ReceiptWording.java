package io.recount.harness.histories;

import io.recount.harness.histories.Written.DocumentId;
import io.recount.harness.histories.Written.Spot;
import java.time.Instant;
import java.util.SplittableRandom;

/** Messages about receipts, for every model that reads them. */
final class ReceiptWording implements Wording {

    private final Body body;

    ReceiptWording(SplittableRandom random) {
        this.body = new ReceiptBody(random);
    }

    @Override
    public void kind(Members to) {
        to.text("kind", "receipt");
    }

    @Override
    public void place(Members to, DocumentId id, Spot spot, Instant writtenAt) {
        to.text("register", id.register())
                .text("drive", id.scope())
                .number("number", id.number())
                .number("shift", spot.shift())
                .text("printedAt", spot.at().toString())
                .text("writtenAt", writtenAt.toString());
    }

    @Override
    public Body body() {
        return body;
    }

    @Override
    public void deleted(Members to) {
        to.raw("deleted", "true");
    }

    @Override
    public String unplaced(String message) {
        return message.replaceFirst("\"shift\":\\d+", "\"shift\":\"\"");
    }

    @Override
    public void anotherId(Members to) {
        to.number("number", 1);
    }

    @Override
    public void status(Members to, DocumentId id) {
        to.text("kind", "status").text("register", id.register());
    }
}
