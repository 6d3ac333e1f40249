package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Reads the tokens of a ClickHouse statement off its bytes: words, quoted texts and single characters, without blanks
 * and comments. It knows just enough of the language never to take a character inside a text, a quoted name, a heredoc
 * or a comment for syntax. An unfinished text reaches to the end; the engine's parser will say so.
 */
final class Tokens {

    enum Kind {
        WORD,
        QUOTED,
        CHARACTER,
        END
    }

    private final byte[] text;
    private int start;
    private int end;
    private int depth;
    private Kind kind = Kind.END;

    Tokens(byte[] text) {
        this.text = text;
    }

    /** Moves to the next token and says what it is. */
    Kind next() {
        start = skipBlanksAndComments(end);
        kind = scan();
        return kind;
    }

    private Kind scan() {
        if (start >= text.length) {
            end = start;
            return Kind.END;
        }
        byte first = text[start];
        if (first == '\'' || first == '"' || first == '`') {
            end = afterQuoted(start);
            return Kind.QUOTED;
        }
        int heredocEnd = first == '$' ? afterHeredoc(start) : start;
        if (heredocEnd > start) {
            end = heredocEnd;
            return Kind.QUOTED;
        }
        end = start + 1;
        if (isWordByte(first)) {
            while (end < text.length && isWordByte(text[end])) {
                end++;
            }
            return Kind.WORD;
        }
        if (first == '(' || first == '[' || first == '{') {
            depth++;
        } else if (first == ')' || first == ']' || first == '}') {
            depth--;
        }
        return Kind.CHARACTER;
    }

    Kind kind() {
        return kind;
    }

    /** How many brackets are open after the current token. */
    int depth() {
        return depth;
    }

    /** Where the current token begins. */
    int start() {
        return start;
    }

    /** Where the current token ends. */
    int end() {
        return end;
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && word().equalsIgnoreCase(word);
    }

    boolean isCharacter(char character) {
        return kind == Kind.CHARACTER && text[start] == character;
    }

    String word() {
        return new String(text, start, end - start, ISO_8859_1);
    }

    private int skipBlanksAndComments(int from) {
        int at = from;
        while (at < text.length) {
            if (isBlank(text[at])) {
                at++;
            } else if (startsWith(at, "--") || startsWith(at, "# ") || startsWith(at, "#!")) {
                at = indexAfter(at, "\n");
            } else if (startsWith(at, "/*")) {
                at = indexAfter(at + 2, "*/");
            } else {
                break;
            }
        }
        return at;
    }

    private int afterQuoted(int from) {
        byte quote = text[from];
        int at = from + 1;
        while (at < text.length) {
            if (text[at] == '\\') {
                at += 2;
            } else if (text[at] == quote) {
                // A doubled quote is a quote inside the text: the second one opens what follows at once.
                return at + 1;
            } else {
                at++;
            }
        }
        return text.length;
    }

    /** The end of {@code $tag$ … $tag$} that begins here, or {@code from} if none does. */
    private int afterHeredoc(int from) {
        int tagEnd = from + 1;
        while (tagEnd < text.length && text[tagEnd] != '$' && isWordByte(text[tagEnd])) {
            tagEnd++;
        }
        if (tagEnd >= text.length || text[tagEnd] != '$') {
            return from;
        }
        String tag = new String(text, from, tagEnd + 1 - from, ISO_8859_1);
        return indexAfter(tagEnd + 1, tag);
    }

    private int indexAfter(int from, String sought) {
        for (int at = from; at <= text.length - sought.length(); at++) {
            if (startsWith(at, sought)) {
                return at + sought.length();
            }
        }
        return text.length;
    }

    private boolean startsWith(int at, String prefix) {
        if (at + prefix.length() > text.length) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (text[at + i] != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    static boolean isBlank(byte value) {
        return value == ' ' || (value >= '\t' && value <= '\r');
    }

    private static boolean isWordByte(byte value) {
        return (value >= 'a' && value <= 'z')
                || (value >= 'A' && value <= 'Z')
                || (value >= '0' && value <= '9')
                || value == '_'
                || value == '$'
                || value < 0;
    }
}
