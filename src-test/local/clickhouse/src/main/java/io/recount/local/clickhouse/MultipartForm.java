package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a {@code multipart/form-data} body: how a client sends a statement and parameters too long for a URL.
 * External tables, which arrive as files, are refused.
 */
final class MultipartForm {

    private static final Pattern BOUNDARY =
            Pattern.compile("^multipart/form-data\\s*;.*?boundary=\"?([^\";]+)\"?", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME = Pattern.compile("[;\\s]name=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);
    private static final Pattern FILE = Pattern.compile("[;\\s]filename\\*?=", Pattern.CASE_INSENSITIVE);
    private static final String END_OF_HEADERS = "\r\n\r\n";

    private MultipartForm() {}

    static Optional<String> boundary(@Nullable String contentType) {
        if (contentType == null) {
            return Optional.empty();
        }
        Matcher matcher = BOUNDARY.matcher(contentType);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    static Map<String, String> fields(byte[] body, String boundary) {
        Map<String, String> fields = new LinkedHashMap<>();
        // One char a byte, so that positions are those of the bytes.
        String text = "\r\n" + new String(body, ISO_8859_1);
        String delimiter = "\r\n--" + boundary;
        int at = text.indexOf(delimiter);
        while (at >= 0) {
            int partStart = at + delimiter.length();
            int next = text.indexOf(delimiter, partStart);
            if (next < 0) {
                break;
            }
            addField(text.substring(partStart, next), fields);
            at = next;
        }
        return fields;
    }

    private static void addField(String part, Map<String, String> fields) {
        int headersEnd = part.indexOf(END_OF_HEADERS);
        Matcher name = NAME.matcher(headersEnd < 0 ? "" : part.substring(0, headersEnd));
        if (!name.find()) {
            throw EngineException.of(
                    EngineException.SYNTAX_ERROR, "SYNTAX_ERROR", "A part of the multipart body has no name");
        }
        if (FILE.matcher(part.substring(0, headersEnd)).find()) {
            throw EngineException.of(
                    EngineException.NOT_IMPLEMENTED,
                    "NOT_IMPLEMENTED",
                    "External tables are not offered by this engine: insert into a table of its own");
        }
        String value = part.substring(headersEnd + END_OF_HEADERS.length());
        fields.put(decode(name.group(1)), decode(value));
    }

    private static String decode(String bytes) {
        return new String(bytes.getBytes(ISO_8859_1), UTF_8);
    }
}
