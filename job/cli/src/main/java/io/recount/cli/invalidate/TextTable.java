package io.recount.cli.invalidate;

import java.util.ArrayList;
import java.util.List;

/** Rows of texts, below a head, in columns as wide as what is in them; numbers stand at their right side. */
public final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... head) {
        rows.add(List.of(head));
    }

    /** Adds a row as long as the head. */
    public void add(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells in a table of " + rows.get(0).size() + " columns");
        }
        rows.add(List.of(cells));
    }

    public List<String> lines() {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < rows.get(0).size(); column++) {
            int at = column;
            widths.add(rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0));
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            String space = " ".repeat(widths.get(column) - cell.length());
            line.append(column == 0 ? "" : GAP).append(isOfNumbers(column) ? space + cell : cell + space);
        }
        return line.toString().stripTrailing();
    }

    private boolean isOfNumbers(int column) {
        return rows.size() > 1
                && rows.stream().skip(1).allMatch(row -> row.get(column).matches("[0-9,.]*( %)?"));
    }
}
