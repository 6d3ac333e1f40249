package io.recount.demo.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.DeclaredModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DocumentRolesTest {

    private static final Path SHIPPED = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");

    private static final String SHIFTLESS = """
            enums:
              coin: {EUR: {id: 1}, "US/D": {id: 2, name: usd}}
            fields:
              account: {type: text}
              note: {type: text}
              seen: {type: instant(epoch_millis)}
              version: {type: uint}
              amounts: {type: "map(coin, uint)"}
            document:
              key: account
              id: {text: note, ids: random}
              version: version
              time: seen
              bucket: 15m
            measures:
              - {name: dollars, id: 1, sum: amounts.US/D}
              - {name: last_euro, id: 2, last: amounts.EUR, where: {note: ["it's", b]}}
            """;

    @Test
    void shippedModelNamesItsColumns() throws IOException {
        DocumentRoles roles = DocumentRoles.read(SHIPPED);
        assertThat(roles.noun()).isEqualTo("receipts");
        assertThat(roles.key()).isEqualTo("register");
        assertThat(roles.id()).containsExactly("register", "drive", "number");
        assertThat(roles.shiftColumn()).isEqualTo("shift");
        assertThat(roles.bucket()).isEqualTo(Duration.ofHours(1));
        assertThat(roles.column("vat", "20/120")).isEqualTo("vat_r20_120");
        assertThat(roles.column("payments", "cash")).isEqualTo("payments_cash");
        assertThat(roles.column("total", null)).isEqualTo("total");
        assertThat(roles.isInstant("printed_at")).isTrue();
        assertThat(roles.isInstant("total")).isFalse();
    }

    @Test
    void documentsOfAnotherTradeHaveAnotherName() throws IOException {
        assertThat(DocumentRoles.read(SHIPPED.resolveSibling("meters.yaml")).noun())
                .isEqualTo("readings");
    }

    @Test
    void modelNeedsNeitherShiftNorScopeNorNumbers() {
        DocumentRoles roles = DocumentRoles.parse(SHIFTLESS);
        assertThat(roles.noun()).isEqualTo("documents");
        assertThat(roles.id()).containsExactly("account", "note");
        assertThat(roles.shiftColumn()).isEqualTo("shift");
        assertThat(roles.shift("d")).isEqualTo("toUInt64(0)");
        assertThat(roles.bucket()).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void fieldCellsAreFoldedFromTheMapWithItsMeasuresOnly() throws IOException {
        DeclaredModel model = DeclaredModel.read(SHIPPED);
        String query =
                new AuditQuery(model, DocumentRoles.read(SHIPPED)).fieldCells().orElseThrow();

        assertThat(query)
                .contains("arrayJoin(CAST(`custom`, 'Array(Tuple(String, String))')) AS entry")
                .contains("AS `net_total`")
                .doesNotContain("AS `tips_total`");
    }

    @Test
    void withoutFieldsOfMerchantsThereAreNoFieldCells() {
        assertThat(new AuditQuery(DeclaredModel.parse(SHIFTLESS), DocumentRoles.parse(SHIFTLESS)).fieldCells())
                .isEmpty();
    }

    @Test
    void auditFoldsWhatTheModelDeclares() {
        String query = new AuditQuery(DeclaredModel.parse(SHIFTLESS), DocumentRoles.parse(SHIFTLESS)).cells();
        assertThat(query)
                .contains("LIMIT 1 BY `account`, `note`")
                .contains("ORDER BY `version` DESC, _hash DESC")
                .contains("INTERVAL 15 MINUTE")
                .contains(
                        "sumOrNullIf(toInt64(d.`amounts_usd`), d.good AND isNotNull(toInt64(d.`amounts_usd`))) AS `dollars`")
                .contains("ifNull(toString(d.`note`) IN ('it\\'s', 'b'), 0)")
                .contains("AS `last_euro_at`");
    }
}
