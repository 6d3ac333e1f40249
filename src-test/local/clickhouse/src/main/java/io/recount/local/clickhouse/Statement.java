package io.recount.local.clickhouse;

import static io.recount.local.clickhouse.EngineException.NOT_IMPLEMENTED;
import static io.recount.local.clickhouse.EngineException.SYNTAX_ERROR;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** What a request asks for, recognised from its text. Two statements in one text are refused, as ClickHouse does. */
sealed interface Statement {

    /** Runs as it stands; {@code format} is that of its FORMAT clause. */
    record Plain(String text, Optional<String> format) implements Statement {}

    /**
     * Writes rows that follow the statement: {@code text} is the INSERT without its FORMAT or VALUES, and the data
     * begins at {@code dataStart} of the text that was recognised.
     */
    record InlineInsert(String text, String format, int dataStart) implements Statement {}

    String VALUES = "Values";

    static Statement recognise(byte[] text) {
        Tokens tokens = new Tokens(text);
        tokens.next();
        return tokens.isWord("INSERT") ? insert(text, tokens) : plain(text, tokens);
    }

    private static Statement insert(byte[] text, Tokens tokens) {
        skipTarget(tokens);
        for (; tokens.kind() != Tokens.Kind.END; tokens.next()) {
            if (tokens.isCharacter(';')
                    || tokens.isWord("SELECT")
                    || tokens.isWord("WITH")
                    || tokens.isWord("INFILE")) {
                break;
            }
            if (tokens.depth() > 0) {
                continue;
            }
            int clauseStart = tokens.start();
            if (tokens.isWord("VALUES")) {
                return new InlineInsert(decode(text, clauseStart), VALUES, tokens.end());
            }
            if (tokens.isWord("FORMAT") && tokens.next() == Tokens.Kind.WORD) {
                return new InlineInsert(decode(text, clauseStart), tokens.word(), dataStart(text, tokens.end()));
            }
        }
        return plain(text, tokens);
    }

    /** Passes {@code INTO [TABLE|FUNCTION] name}, so that no name is taken for a clause. */
    private static void skipTarget(Tokens tokens) {
        tokens.next();
        if (tokens.isWord("INTO")) {
            tokens.next();
        }
        if (tokens.isWord("TABLE") || tokens.isWord("FUNCTION")) {
            tokens.next();
        }
        tokens.next();
        while (tokens.isCharacter('.')) {
            tokens.next();
            tokens.next();
        }
    }

    /** Between a format's name and its data stand blanks and at most one line break: all else is data. */
    private static int dataStart(byte[] text, int from) {
        int at = from;
        while (at < text.length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\f')) {
            at++;
        }
        if (at < text.length && text[at] == '\r') {
            at++;
        }
        return at < text.length && text[at] == '\n' ? at + 1 : at;
    }

    private static Statement plain(byte[] text, Tokens tokens) {
        Optional<String> format = Optional.empty();
        boolean formatNext = false;
        boolean fromNext = false;
        while (tokens.kind() != Tokens.Kind.END) {
            if (tokens.isCharacter(';')) {
                int semicolon = tokens.start();
                refuseSecondStatement(tokens);
                return new Plain(decode(text, semicolon), format);
            }
            if (formatNext && tokens.kind() == Tokens.Kind.WORD) {
                format = Optional.of(tokens.word());
            }
            if (fromNext && tokens.isWord("input")) {
                tokens.next();
                if (tokens.isCharacter('(')) {
                    throw EngineException.of(
                            NOT_IMPLEMENTED,
                            "NOT_IMPLEMENTED",
                            "INSERT … SELECT … FROM input() is not offered by this engine: insert into a table"
                                    + " of its own, then INSERT … SELECT from that table");
                }
            }
            formatNext = tokens.isWord("FORMAT") && tokens.depth() == 0;
            fromNext = tokens.isWord("FROM");
            tokens.next();
        }
        return new Plain(decode(text, text.length), format);
    }

    private static void refuseSecondStatement(Tokens tokens) {
        int position = tokens.start() + 1;
        do {
            tokens.next();
        } while (tokens.isCharacter(';'));
        if (tokens.kind() != Tokens.Kind.END) {
            throw secondStatement(position);
        }
    }

    /** A statement is text, unlike its data; bytes that are none must not be replaced in silence. */
    private static String decode(byte[] text, int end) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(text, 0, end)).toString();
        } catch (CharacterCodingException e) {
            throw EngineException.of(
                    SYNTAX_ERROR,
                    "SYNTAX_ERROR",
                    "Syntax error: the statement is not UTF-8; use unhex() for raw bytes");
        }
    }

    static EngineException secondStatement(long position) {
        return EngineException.of(
                SYNTAX_ERROR,
                "SYNTAX_ERROR",
                "Syntax error (Multi-statements are not allowed): failed at position " + position
                        + " (end of query): send one statement a request");
    }
}
