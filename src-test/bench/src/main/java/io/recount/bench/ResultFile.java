package io.recount.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results for programs: a file of JSON. */
public final class ResultFile {

    private ResultFile() {}

    /** Writes it if one is wanted. */
    public static void write(@Nullable Path wanted, Map<String, ?> values) throws IOException {
        if (wanted != null) {
            Files.writeString(
                    wanted, new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(values) + "\n");
        }
    }
}
