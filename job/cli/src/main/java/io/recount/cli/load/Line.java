package io.recount.cli.load;

import io.recount.cells.decode.MessageHash;
import java.util.OptionalLong;

/** A line without its end; of one that is too long no more than shows that it is. */
final class Line {

    private final long number;
    private final byte[] bytes;
    private final long sizeBytes;
    private final OptionalLong wholeHash;
    private final boolean terminated;

    /**
     * @param number from 1
     * @param bytes its beginning, if it is too long
     * @param sizeBytes of all of it
     * @param wholeHash of a line of which only the beginning is here
     * @param terminated whether a newline follows, and not the end of the file
     */
    Line(long number, byte[] bytes, long sizeBytes, OptionalLong wholeHash, boolean terminated) {
        this.number = number;
        this.bytes = bytes;
        this.sizeBytes = sizeBytes;
        this.wholeHash = wholeHash;
        this.terminated = terminated;
    }

    long number() {
        return number;
    }

    byte[] bytes() {
        return bytes;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    /** Whether all of it is here. */
    boolean isWhole() {
        return wholeHash.isEmpty();
    }

    boolean isTerminated() {
        return terminated;
    }

    /** The hash by which a message is known, of all of the line. */
    long hash() {
        return wholeHash.isPresent() ? wholeHash.getAsLong() : MessageHash.of(bytes);
    }

    boolean isBlank() {
        for (byte each : bytes) {
            if (each != ' ' && each != '\t' && each != '\r') {
                return false;
            }
        }
        return true;
    }
}
