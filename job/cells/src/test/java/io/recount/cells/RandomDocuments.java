package io.recount.cells;

import java.util.Map;
import java.util.SplittableRandom;

/** Documents of one cell with few distinct values, so that ties and equal extremes are frequent. */
final class RandomDocuments {

    static final Layout LAYOUT = new Layout(Models.SMALL);

    private final SplittableRandom random;

    RandomDocuments(long seed) {
        random = new SplittableRandom(seed);
    }

    Document next() {
        return next(random.nextInt(20), random.nextInt(5), random.nextInt(3));
    }

    Document next(long number, long version, long hash) {
        Document.State state = switch (random.nextInt(8)) {
            case 0 -> Document.State.BAD;
            case 1 -> Document.State.DELETED;
            default -> Document.State.GOOD;
        };
        FieldValues values = LAYOUT.newValues();
        values.setNumber(LAYOUT.slot("number").index(), number);
        values.setNumber(LAYOUT.slot("kind").index(), 1 + random.nextInt(2));
        values.setNumber(LAYOUT.slot("total").index(), random.nextInt(-3, 4) * 100L);
        if (random.nextBoolean()) {
            values.setNumber(LAYOUT.slot("balance").index(), random.nextBoolean() ? Long.MAX_VALUE : -Long.MAX_VALUE);
        }
        if (random.nextBoolean()) {
            values.setText(LAYOUT.slot("note").index(), "n");
        }
        values.setMap(LAYOUT.slot("custom").index(), Map.of("table", "t" + random.nextInt(2)));
        long seconds = 1_700_000_000L + random.nextInt(3) * 1800L;
        CellKey cell = new CellKey(random.nextInt(2), seconds - seconds % 3600);
        Problem problem = state == Document.State.BAD ? new Problem(Problem.Reason.MISSING, "total is missing") : null;
        return new Document(
                "R1",
                new DocumentId("d", number, ""),
                new Stamp(version, hash),
                state,
                cell,
                seconds * 1_000_000,
                values,
                problem);
    }

    /** The same version with another content. */
    static Document inState(Document document, Document.State state) {
        return new Document(
                document.key(),
                document.id(),
                document.stamp(),
                state,
                document.cell(),
                document.timeMicros(),
                document.values(),
                null);
    }
}
