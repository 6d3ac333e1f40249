package io.recount.cells;

/**
 * Orders the versions of one id. The greater wins: by version, then by the hash of the message as first received, so
 * that the winner of a tie depends neither on arrival order nor on the model.
 *
 * @param version microseconds or a plain number, as the model's version field is
 * @param hash xxHash64 of the message, compared unsigned
 */
public record Stamp(long version, long hash) implements Comparable<Stamp> {

    @Override
    public int compareTo(Stamp other) {
        int byVersion = Long.compare(version, other.version);
        return byVersion != 0 ? byVersion : Long.compareUnsigned(hash, other.hash);
    }

    /** Same version, other message. */
    public boolean ties(Stamp other) {
        return version == other.version && hash != other.hash;
    }
}
