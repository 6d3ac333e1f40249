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

    /** Whether a version was seen before; one that could not be read then, and can be now, was not. */
    public boolean knows(Document version) {
        return latest.stamp().equals(version.stamp()) ? !version.outranks(latest) : older.contains(version.stamp());
    }

    List<Stamp> olderWith(Stamp stamp) {
        List<Stamp> stamps = new ArrayList<>(older);
        stamps.add(stamp);
        return stamps;
    }

    public void write(DocumentCodec codec, PackedWriter out) {
        codec.writeId(latest.id(), out);
        writeBody(codec, out);
    }

    public static History read(String key, DocumentCodec codec, PackedReader in) {
        return readBody(key, DocumentCodec.readId(in), codec, in);
    }

    /** Everything but key and id, which the reader must know. */
    public void writeBody(DocumentCodec codec, PackedWriter out) {
        int flags = (late ? DocumentCodec.LATE : 0) | (older.isEmpty() ? 0 : DocumentCodec.OLDER);
        codec.writeBody(latest, flags, out);
        if (!older.isEmpty()) {
            out.unsigned(older.size());
            for (Stamp stamp : older) {
                out.signed(stamp.version() - latest.stamp().version());
                out.fixed64(stamp.hash());
            }
        }
    }

    /** Reads {@link #writeBody}. */
    public static History readBody(String key, DocumentId id, DocumentCodec codec, PackedReader in) {
        int flags = (int) in.fixed(1);
        Document latest = codec.readBody(flags, key, id, in);
        List<Stamp> older = List.of();
        if ((flags & DocumentCodec.OLDER) != 0) {
            older = new ArrayList<>();
            for (long left = in.unsigned(); left > 0; left--) {
                older.add(new Stamp(latest.stamp().version() + in.signed(), in.fixed64()));
            }
        }
        return new History(latest, (flags & DocumentCodec.LATE) != 0, older);
    }
}
