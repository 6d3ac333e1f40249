package io.recount.cli.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import io.recount.cli.output.TextTable;
import java.io.IOException;
import java.util.List;

/** Rows of texts below a head. */
public record Sheet(List<String> columns, List<List<String>> rows) {

    public Sheet {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** For people. */
    public List<String> lines() {
        TextTable table = new TextTable(columns.toArray(String[]::new));
        // A line break or an escape in a text would forge a row, or do something to the terminal.
        rows.forEach(row -> table.add(
                row.stream().map(cell -> cell.replaceAll("\\p{Cntrl}", "�")).toArray(String[]::new)));
        return table.lines();
    }

    /** An array of objects. */
    public void write(JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (List<String> row : rows) {
            json.writeStartObject();
            for (int i = 0; i < columns.size(); i++) {
                json.writeStringField(columns.get(i), row.get(i));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
