package io.recount.pipeline.types;

import java.util.Arrays;

/** The bytes of a message as they came, or none. They are shared, not copied: nobody changes them. */
public final class Payload {

    public static final Payload NONE = new Payload(new byte[0]);

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    /** That of a message. */
    public static Payload of(byte[] message) {
        return message.length == 0 ? NONE : new Payload(message);
    }

    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Without the content. */
    @Override
    public String toString() {
        return "Payload[bytes=" + bytes.length + "]";
    }
}
