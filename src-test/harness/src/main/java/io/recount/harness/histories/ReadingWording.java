package io.recount.harness.histories;

import io.recount.harness.histories.Written.DocumentId;
import io.recount.harness.histories.Written.Spot;
import java.time.Instant;
import java.util.SplittableRandom;

/** Messages about readings of meters. */
final class ReadingWording implements Wording {

    /** Revisions are milliseconds since then: a number that rises, and no time anybody reads. */
    private static final long FIRST_REVISION_MILLIS = 1_590_000_000_000L;

    private final Body body;

    ReadingWording(SplittableRandom random) {
        this.body = new ReadingBody(random);
    }

    @Override
    public void kind(Members to) {
        to.text("message", "reading");
    }

    @Override
    public void place(Members to, DocumentId id, Spot spot, Instant writtenAt) {
        to.text("id", text(id))
                .raw("meter", serial(id))
                .number("takenAt", spot.at().getEpochSecond())
                .number("revision", writtenAt.toEpochMilli() - FIRST_REVISION_MILLIS);
    }

    private static String serial(DocumentId id) {
        return new Members().text("serial", id.register()).json();
    }

    /** Counted, the same with every meter that counts; in an order that says nothing of the time; beyond 16 bits. */
    private static String text(DocumentId id) {
        return switch (Math.floorMod(id.register().hashCode() + id.scope().hashCode(), 3)) {
            case 0 -> id.scope() + "-" + id.number();
            case 1 -> Long.toHexString((1_000_003L * id.number() + id.scope().hashCode()) * 0x9E37_79B9_7F4A_7C15L);
            default -> "Zähler 🔌 " + id.scope() + " " + id.number();
        };
    }

    @Override
    public Body body() {
        return body;
    }

    @Override
    public void deleted(Members to) {
        to.raw("withdrawn", "true");
    }

    @Override
    public String unplaced(String message) {
        return message.replaceFirst("\"takenAt\":", "\"takenAt\":\"\",\"taken\":");
    }

    @Override
    public void anotherId(Members to) {
        to.text("id", "another");
    }

    @Override
    public void status(Members to, DocumentId id) {
        to.text("message", "heartbeat").raw("meter", serial(id));
    }
}
