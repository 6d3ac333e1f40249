package io.recount.pipeline.requests;

/**
 * The beginning of a text that anybody may have written, fit for a log and a terminal: no line breaks, nothing that moves
 * the cursor or turns the direction of writing, and not too long.
 *
 * @param characters of the text that are shown at most
 */
public record Excerpt(String text, int characters) {

    private static final int CHARACTERS = 200;

    /** Of the length of a sentence. */
    public Excerpt(String text) {
        this(text, CHARACTERS);
    }

    /** Escaped. */
    public String shown() {
        StringBuilder shown = new StringBuilder();
        int end = Math.min(text.length(), characters);
        for (int i = 0; i < end; ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            if (isInvisible(codePoint)) {
                shown.append("\\u%04x".formatted(codePoint));
            } else {
                shown.appendCodePoint(codePoint);
            }
        }
        return shown.append(end < text.length() ? "…" : "").toString();
    }

    private static boolean isInvisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /** In quotes. */
    @Override
    public String toString() {
        return "'" + shown() + "'";
    }
}
