package io.recount.demo.verdict;

import io.recount.demo.audit.AuditQuery;
import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.demo.clickhouse.Sql;
import io.recount.demo.verdict.PublishedTable.Form;
import io.recount.harness.expectation.CellKey;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.expectation.Outcomes;
import io.recount.harness.expectation.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Compares everything that is published with what it must be. Reads tables as a user would, row by row, so that their
 * size does not matter.
 */
public final class Judge {

    private static final int KEPT_DIFFERENCES = 1_000;
    private static final String ALL = "1";

    private final ClickHouseHttp clickHouse;
    private final DeclaredModel model;
    private final DocumentRoles roles;
    private final PublishedTables tables;
    private final Consumer<String> words;
    private final List<Comparison> comparisons = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();

    /** {@code words} takes a line about each thing compared. */
    public Judge(ClickHouseHttp clickHouse, DeclaredModel model, DocumentRoles roles, Consumer<String> words) {
        this.clickHouse = clickHouse;
        this.model = model;
        this.roles = roles;
        this.tables = new PublishedTables(roles);
        this.words = words;
    }

    /** Against the values computed while feeding; {@code ledger} covers all that was fed. */
    public Verdict against(Expectation expectation, LedgerRow ledger) {
        Outcomes outcomes = expectation.outcomes();
        Set<Integer> seen = new HashSet<>();
        compare(tables.cells(Form.ARRAYS), expectation.cells().peek(row -> see(row, seen)), ALL);
        compare(tables.shifts(Form.ARRAYS), expectation.shifts(), ALL);
        compare(tables.fieldCells(Form.ARRAYS), expectation.fieldCells(), ALL);
        compare(tables.storeHours(), expectation.storeHours(), ALL);
        compare(tables.storeDays(), expectation.storeDays(), ALL);

        conserve(outcomes.messages(), ledger);
        check(new Check("messages ignored by a rule", ignored(outcomes), ledger.ignored()));
        check(new Check("messages rejected", outcomes.rejected(), ledger.rejected()));
        check(new Check("dead letters", outcomes.distinctRejected(), deadLetters(clickHouse)));
        columnsBesideArrays();
        int unseen = (int) model.measures().stream()
                .filter(measure -> !seen.contains(measure.id()))
                .count();
        int all = model.measures().size();
        words.accept("measures that occur in some cell: %d of %d".formatted(all - unseen, all));
        return verdict(outcomes.documents() + outcomes.errors() + outcomes.deleted(), outcomes.messages(), unseen);
    }

    /** Rows of some registers, in their arrays, against the values of their messages; nothing else of a verdict. */
    public List<Comparison> rowsOf(Collection<String> registers, Expectation expectation) {
        String among = Sql.name(roles.key())
                + registers.stream().map(Sql::text).collect(Collectors.joining(", ", " IN (", ")"));
        return List.of(
                compare(tables.cells(Form.ARRAYS), expectation.cells(), among),
                compare(tables.shifts(Form.ARRAYS), expectation.shifts(), among),
                compare(tables.fieldCells(Form.ARRAYS), expectation.fieldCells(), among));
    }

    /** Against a fold of {@code documents} in SQL. */
    public Verdict audited(long deliveries, LedgerRow ledger) {
        auditedRows();
        conserve(deliveries, ledger);
        words.accept("dead letters: %,d".formatted(deadLetters(clickHouse)));
        columnsBesideArrays();
        String id = roles.id().stream().map(Sql::name).collect(Collectors.joining(", "));
        return verdict(clickHouse.number("SELECT uniqExact(%s) FROM documents".formatted(id)), deliveries, 0);
    }

    /** Published rows, in their arrays, against a fold of {@code documents} in SQL; nothing else of a verdict. */
    public List<Comparison> auditedRows() {
        AuditQuery audit = new AuditQuery(model, roles);
        audit(audit.cells(), tables.cells(Form.NAMED), tables.cells(Form.ARRAYS));
        if (roles.hasShift()) {
            audit(audit.shifts(), tables.shifts(Form.NAMED), tables.shifts(Form.ARRAYS));
        }
        audit.fieldCells()
                .ifPresent(query -> audit(query, tables.fieldCells(Form.NAMED), tables.fieldCells(Form.ARRAYS)));
        return List.copyOf(comparisons);
    }

    /** Distinct messages that are none. */
    public static long deadLetters(ClickHouseHttp clickHouse) {
        return clickHouse.number("SELECT uniqExact(topic, message_hash) FROM dead_letters");
    }

    private <K extends Comparable<? super K>> void audit(
            String query, PublishedTable<K> audited, PublishedTable<K> published) {
        try (ResultRows rows = clickHouse.rows(query)) {
            compare(
                    published,
                    StreamSupport.stream(
                            Spliterators.spliteratorUnknownSize(audited.rows(rows, model), Spliterator.ORDERED), false),
                    ALL);
        }
    }

    private <K extends Comparable<? super K>> Comparison compare(
            PublishedTable<K> table, Stream<Row<K>> expected, String among) {
        Comparison comparison = table.compare(expected, among, clickHouse, model, KEPT_DIFFERENCES);
        comparisons.add(comparison);
        words.accept("%s: %,d rows, %,d numbers, %s"
                .formatted(
                        comparison.table(),
                        comparison.rows(),
                        comparison.values(),
                        comparison.isExact() ? "all equal" : "%,d rows differ".formatted(comparison.differingRows())));
        return comparison;
    }

    /** Nothing that was read may be lost or counted twice. */
    private void conserve(long deliveries, LedgerRow ledger) {
        check(new Check("messages published, by Kafka's offsets", deliveries, ledger.committed()));
        check(new Check("messages read, by the job's count", deliveries, ledger.read()));
        check(new Check("outcomes of these messages", ledger.read(), ledger.outcomes()));
        words.accept("these are: " + ledger.outcomesInWords());
    }

    private void columnsBesideArrays() {
        PopularColumns popular = PopularColumns.of(clickHouse, model);
        for (String table : List.of(PublishedTables.CELLS, PublishedTables.SHIFTS)) {
            check(new Check(
                    "rows of " + table + " whose columns contradict their arrays",
                    0,
                    popular.contradictions(clickHouse, table)));
        }
    }

    private void check(Check check) {
        checks.add(check);
        words.accept(check.toString());
    }

    private Verdict verdict(long documents, long deliveries, int unseen) {
        return new Verdict(roles.noun(), documents, deliveries, model.measures().size(), unseen, comparisons, checks);
    }

    private static void see(Row<CellKey> row, Set<Integer> seen) {
        for (int i = 0; i < row.values().size(); i++) {
            if (row.values().value(i) != 0) {
                seen.add(row.values().id(i));
            }
        }
    }

    private static long ignored(Outcomes outcomes) {
        return outcomes.ignored().values().stream().mapToLong(Long::longValue).sum();
    }
}
