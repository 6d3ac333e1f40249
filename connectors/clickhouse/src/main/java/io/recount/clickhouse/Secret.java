package io.recount.clickhouse;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/** A text that must not be printed: {@link #toString()} masks it, {@link #reveal()} gives it to whoever asks by name. */
public final class Secret implements Serializable {

    private static final long serialVersionUID = 1;

    private final String text;

    public Secret(String text) {
        this.text = requireNonNull(text, "text");
    }

    public String reveal() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
