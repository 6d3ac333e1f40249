package io.recount.clickhouse.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SchemaCheckTest {

    private static final RequiredTable TOTALS = new RequiredTable(
            "totals",
            "ReplacingMergeTree(version)",
            "toYYYYMM(bucket)",
            "(`shop`, bucket)",
            List.of(column("shop", "String"), column("bucket", "DateTime('UTC')"), column("amount", "Int64")),
            true,
            Set.of(Right.SELECT, Right.INSERT));

    private final Map<String, ServerSetting> settings = new HashMap<>();
    private final Map<String, List<Right>> missing = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private String version = "26.7.2.1";
    private String engine = "ReplacingMergeTree";
    private String engineFull =
            "ReplacingMergeTree(version) PARTITION BY toYYYYMM(bucket) SETTINGS non_replicated_deduplication_window = 10000";
    private String partitionKey = "toYYYYMM(bucket)";
    private String sortingKey = "shop, bucket";
    private boolean there = true;
    private final List<ServerColumn> columns = new ArrayList<>(List.of(
            new ServerColumn("shop", "LowCardinality(String)", ""),
            new ServerColumn("amount", "Nullable(Int64)", "DEFAULT"),
            new ServerColumn("note", "String", ""),
            new ServerColumn("bucket", "DateTime('UTC')", "")));

    @Test
    void reorderedAddedAndWiderColumnsAreNoDifference() {
        assertThat(differences()).isEmpty();
    }

    @Test
    void replicatedTablesAreTheSameTables() {
        engine = "ReplicatedReplacingMergeTree";
        engineFull =
                "ReplicatedReplacingMergeTree('/tables/{shard}/totals', '{replica}', version) ORDER BY (shop, bucket)";
        assertThat(differences()).isEmpty();
    }

    @Test
    void aMissingTableNamesWhatCreatesIt() {
        there = false;
        assertThat(differences()).containsExactly("table totals: is not there, should be there. Mend: run the script");
    }

    @Test
    void aHiddenTableNeedsAGrant() {
        there = false;
        hidden.add("totals");
        missing.put("totals", List.of(Right.SELECT, Right.INSERT));
        assertThat(differences())
                .containsExactly(
                        "user u, table totals: is without SELECT, INSERT, should be with it. Mend: GRANT SELECT,"
                                + " INSERT ON `d`.`totals` TO `u`");
    }

    @Test
    void narrowedAndDroppedColumnsAreAltered() {
        columns.removeIf(column -> column.name().equals("amount"));
        columns.add(new ServerColumn("amount", "Int32", ""));
        assertThat(differences())
                .containsExactly(
                        "table totals, column amount: is Int32, should be Int64. Mend: ALTER TABLE `d`.`totals`"
                                + " MODIFY COLUMN `amount` Int64 COMMENT 'amount' /* values it could not hold"
                                + " do not come back by that */");
        columns.removeIf(column -> column.name().equals("amount"));
        assertThat(differences())
                .containsExactly(
                        "table totals, column amount: is not there, should be Int64. Mend: ALTER TABLE `d`.`totals`"
                                + " ADD COLUMN `amount` Int64 COMMENT 'amount'");
    }

    @Test
    void aColumnThatTheServerComputesIsNotWritten() {
        columns.removeIf(column -> column.name().equals("amount"));
        columns.add(new ServerColumn("amount", "Int64", "MATERIALIZED"));
        assertThat(differences())
                .singleElement()
                .asString()
                .startsWith(
                        "table totals, column amount: is MATERIALIZED, should be a column that rows are written to.");
    }

    @Test
    void engineAndKeysNeedANewTable() {
        engineFull = "ReplacingMergeTree ORDER BY shop SETTINGS non_replicated_deduplication_window = 1";
        partitionKey = "";
        sortingKey = "shop";
        assertThat(differences())
                .hasSize(3)
                .allMatch(
                        line -> line.endsWith("Mend: RENAME TABLE `d`.`totals` TO `d`.`totals_before`; create the table"
                                + " again; INSERT INTO `d`.`totals` (`shop`, `bucket`, `amount`) SELECT `shop`, `bucket`, `amount`"
                                + " FROM `d`.`totals_before`"))
                .anyMatch(line -> line.startsWith(
                        "table totals, engine: is ReplacingMergeTree, should be ReplacingMergeTree(version)."))
                .anyMatch(line -> line.startsWith("table totals, partition key: is none, should be toYYYYMM(bucket)."))
                .anyMatch(line -> line.startsWith("table totals, sorting key: is shop, should be (`shop`, bucket)."));
    }

    @Test
    void aTableThatRemembersNoBlockIsADifference() {
        engineFull = "ReplacingMergeTree(version) ORDER BY shop SETTINGS replicated_deduplication_window = 5";
        assertThat(differences())
                .singleElement()
                .asString()
                .endsWith("Mend: ALTER TABLE `d`.`totals` MODIFY SETTING non_replicated_deduplication_window = 10000");
    }

    @Test
    void aSettingThatInsertsCarryMayBeAnythingUnlessItIsFixed() {
        settings.put("async_insert", new ServerSetting("async_insert", "1", false, null, null));
        settings.put("deduplicate_insert", new ServerSetting("deduplicate_insert", "disable", false, null, null));
        assertThat(differences()).isEmpty();

        settings.put("async_insert", new ServerSetting("async_insert", "1", true, null, null));
        settings.put("deduplicate_insert", new ServerSetting("deduplicate_insert", "enable", true, null, null));
        settings.put(
                "min_insert_block_size_rows", new ServerSetting("min_insert_block_size_rows", "7", false, "1", "9"));
        assertThat(differences())
                .containsExactly(
                        "user u, setting async_insert: is 1 and may not be changed, should be 0. Mend: ALTER USER `u`"
                                + " SETTINGS async_insert = 0 WRITABLE",
                        "user u, setting min_insert_block_size_rows: is 7 and may be changed only from 1 to 9, should be 0."
                                + " Mend: ALTER USER `u` SETTINGS min_insert_block_size_rows = 0 MIN 0 MAX 0",
                        "user u, setting deduplicate_insert: is enable and may not be changed, should be free to change for"
                                + " every insert. Mend: ALTER USER `u` SETTINGS deduplicate_insert WRITABLE");
    }

    @Test
    void aReadonlyUserIsOneDifference() {
        settings.put("readonly", new ServerSetting("readonly", "1", true, null, null));
        settings.put("async_insert", new ServerSetting("async_insert", "1", true, null, null));
        assertThat(differences())
                .containsExactly(
                        "user u, setting readonly: is 1, should be 0. Mend: ALTER USER `u` SETTINGS readonly = 0");
    }

    @Test
    void anOldServerIsADifference() {
        for (String old : List.of("24.7.9.1", "23.12.1")) {
            version = old;
            assertThat(differences())
                    .containsExactly("server: is version " + old + ", should be 24.8 or newer. Mend: upgrade it");
        }
        for (String fine : List.of("24.8.1.1", "25.1.2.3", "head")) {
            version = fine;
            assertThat(differences()).isEmpty();
        }
    }

    private List<String> differences() {
        ServerTable table = new ServerTable("totals", engine, engineFull, partitionKey, sortingKey, columns);
        return new SchemaCheck("d", List.of(TOTALS), "run the script")
                        .differences(new ServerDescription(
                                version,
                                "u",
                                there ? Map.of("totals", table) : Map.of(),
                                hidden,
                                missing,
                                settings,
                                Map.of(
                                        "non_replicated_deduplication_window",
                                        0L,
                                        "replicated_deduplication_window",
                                        1000L)))
                        .stream()
                        .map(Difference::toString)
                        .toList();
    }

    private static RequiredColumn column(String name, String type) {
        return new RequiredColumn(name, type, type + " COMMENT '" + name + "'");
    }
}
