package io.recount.demo.verdict;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The verdict for programs. */
public final class VerdictFile {

    private static final JsonMapper JSON = new JsonMapper();

    private VerdictFile() {}

    public static void write(Verdict verdict, Path file) throws IOException {
        Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json(verdict)) + "\n");
    }

    private static ObjectNode json(Verdict verdict) {
        ObjectNode json = JSON.createObjectNode();
        json.put("verdict", verdict.word())
                .put(verdict.noun(), verdict.documents())
                .put("deliveries", verdict.deliveries())
                .put("cells", verdict.cells())
                .put("measures", verdict.measures())
                .put("measuresUnseen", verdict.unseenMeasures())
                .put("mismatches", verdict.mismatches());
        ArrayNode differences = json.putArray("differences");
        for (Difference difference : verdict.differences()) {
            differences
                    .addObject()
                    .put("table", difference.table())
                    .put("key", difference.key())
                    .put("measure", difference.measure())
                    .put("expected", difference.expected())
                    .put("found", difference.actual());
        }
        ArrayNode tables = json.putArray("tables");
        for (Comparison table : verdict.tables()) {
            tables.addObject()
                    .put("table", table.table())
                    .put("rows", table.rows())
                    .put("values", table.values())
                    .put("differingRows", table.differingRows());
        }
        ArrayNode checks = json.putArray("checks");
        for (Check check : verdict.checks()) {
            checks.addObject()
                    .put("check", check.what())
                    .put("expected", check.expected())
                    .put("found", check.found());
        }
        return json;
    }
}
