package io.recount.local.clickhouse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A statement that failed, with ClickHouse's exception code. The message is sent to the client as it stands. */
final class EngineException extends RuntimeException {

    static final int CHECKSUM_DOESNT_MATCH = 40;
    static final int NOT_IMPLEMENTED = 48;
    static final int UNKNOWN_EXCEPTION = 49;
    static final int SYNTAX_ERROR = 62;
    static final int UNKNOWN_COMPRESSION_METHOD = 89;
    static final int UNKNOWN_SETTING = 115;
    static final int QUERY_IS_TOO_LARGE = 229;
    static final int ABORTED = 236;
    static final int CANNOT_DECOMPRESS = 271;
    static final int AUTHENTICATION_FAILED = 516;

    private static final Pattern CODE = Pattern.compile("^Code: (\\d+)\\.");

    private final int code;

    private EngineException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** A failure found by the server itself; {@code name} is the code's name in ClickHouse. */
    static EngineException of(int code, String name, String message) {
        return new EngineException(code, "Code: " + code + ". DB::Exception: " + message + " (" + name + ")");
    }

    /** A failure reported by the engine, whose text begins with its code. */
    static EngineException fromEngine(String message) {
        Matcher matcher = CODE.matcher(message);
        return matcher.find()
                ? new EngineException(Integer.parseInt(matcher.group(1)), message)
                : of(UNKNOWN_EXCEPTION, "UNKNOWN_EXCEPTION", message);
    }

    int code() {
        return code;
    }

    /** The status that ClickHouse's HTTP interface answers with for this code. */
    int httpStatus() {
        return switch (code) {
            case 192, 193, 516 -> 403;
            case 194 -> 401;
            case 6, 26, 27, 36, 38, 41, 43, 53, 62, 69, 70, 72, 117, 120, 130, 131, 427, 456, 457 -> 400;
            case 46, 47, 50, 56, 60, 63, 73, 78, 80, 81, 115, 336 -> 404;
            case 159 -> 408;
            case QUERY_IS_TOO_LARGE -> 413;
            case NOT_IMPLEMENTED -> 501;
            case 209, 439 -> 503;
            default -> 500;
        };
    }
}
