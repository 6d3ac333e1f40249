package io.recount.cells;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What is known of one id: its newest version, and the stamps of the others, by which a redelivery is recognised.
 *
 * @param late the newest version came after the watermark had passed its bucket
 * <p>Of the others the greatest {@value #MOST_OLDER} are kept, so that an id which is used again and again costs a bounded
 * amount. A redelivery of a version older than those is superseded instead of a duplicate; no value depends on it.
 *
 * @param older in no order
 */
public record History(Document latest, boolean late, List<Stamp> older) {

    static final int MOST_OLDER = 256;

    public History {
        older = older.size() <= MOST_OLDER
                ? List.copyOf(older)
                : older.stream()
                        .sorted(Comparator.reverseOrder())
                        .limit(MOST_OLDER)
                        .toList();
    }

    /** Whether a version was seen before. */
    public boolean knows(Stamp stamp) {
        return latest.stamp().equals(stamp) || older.contains(stamp);
    }

    List<Stamp> olderWith(Stamp stamp) {
        List<Stamp> stamps = new ArrayList<>(older);
        stamps.add(stamp);
        return stamps;
    }

    public void write(DocumentCodec codec, PackedWriter out) {
        out.unsigned(late ? 1 : 0);
        out.unsigned(older.size());
        for (Stamp stamp : older) {
            out.signed(stamp.version());
            out.fixed64(stamp.hash());
        }
        codec.write(latest, out);
    }

    public static History read(String key, DocumentCodec codec, PackedReader in) {
        boolean late = in.unsigned() == 1;
        List<Stamp> older = new ArrayList<>();
        for (long left = in.unsigned(); left > 0; left--) {
            older.add(new Stamp(in.signed(), in.fixed64()));
        }
        return new History(codec.read(key, in), late, older);
    }
}
