package io.recount.cells.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.yaml.FileProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which model may follow which, and what is said of those that may not. */
class ModelChangeTest {

    private static final String TIPS = "  - {name: tips_total, id: 12, sum: tips, label: Tips}\n";

    private final String receipts;

    ModelChangeTest() throws Exception {
        receipts = Files.readString(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
    }

    @Test
    void theSameModelIsNoChange() {
        ModelChange change = change(receipts, receipts);

        assertThat(change.refusals()).isEmpty();
        assertThat(change.isNone()).isTrue();
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "label: Net sales | label: Turnover",
                "cash: {id: 1, label: cash} | cash: {id: 1, label: coins}",
                "description: Receipts | description: All receipts",
                "absent: [printed_at, shift] | absent: [printed_at]",
                "total: {type: money(2), required: true | total: {type: money(2), required: false",
                "cashier: {type: text, max: 128} | cashier: {type: text, max: 100}",
                "type: [SALE, SALE_REFUND] | type: [SALE_REFUND, SALE]"
            })
    void whatChangesNoNumberIsNoChange(String before, String after) {
        ModelChange change = change(receipts, edited(before, after));

        assertThat(change.refusals()).isEmpty();
        assertThat(change.isNone()).isTrue();
    }

    @Test
    void sketchesComeAndGoAndNeverChangeTheirKind() {
        String sketched = edited(TIPS, "  - {name: customers, id: 12, uniq: cashier}\n");

        assertThat(change(receipts, sketched.replace("id: 12", "id: 15")).gained())
                .containsExactly(15);
        assertThat(change(sketched, sketched.replace("uniq: cashier", "uniq_exact: cashier"))
                        .refusals())
                .singleElement()
                .asString()
                .contains("measure 12 ('customers') was uniq of cashier and is uniq_exact of cashier");
        assertThat(change(sketched, sketched.replace("id: 12", "id: 15")).refusals())
                .singleElement()
                .asString()
                .contains("'customers' is measure 15 and was measure 12", "Choose another name.")
                .doesNotContain("column: true");
    }

    @Test
    void measuresAndFieldsComeAndMeasuresGo() {
        String more = edited("  tips: {type: money(2)}\n", "  tips: {type: money(2)}\n  gifts: {type: uint}\n")
                .replace(
                        TIPS,
                        "  - {name: gifts_total, id: 15, sum: gifts}\n  - {name: first_items, id: 16, first: items}\n");

        ModelChange change = change(receipts, more);

        assertThat(change.refusals()).isEmpty();
        assertThat(change.gained()).containsExactly(15, 16);
        assertThat(change.lost()).containsExactly(12);
        assertThat(change.entries()).containsExactly("field gifts");
    }

    @Test
    void aValueComesAndAMeasureGetsAColumn() {
        String more = edited("    courier: {id: 3}\n", "    courier: {id: 3}\n    locker: {id: 4}\n")
                .replace(TIPS, TIPS.replace("}", ", column: true}"));

        ModelChange change = change(receipts, more);

        assertThat(change.refusals()).isEmpty();
        assertThat(change.gained()).isEmpty();
        assertThat(change.entries()).containsExactly("column 12", "enum channel.locker");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "id: 12, sum: tips | id: 12, max: tips | receipts.yaml:114:5: measure 12 ('tips_total') was sum of tips and is max of tips: cells in the tables hold the other. Write it as it was, and give the other one an id that no measure has or had.",
                "id: 12, sum: tips | id: 12, sum: bonus | measure 12 ('tips_total') was sum of tips and is sum of bonus",
                "where: {type: SALE, channel: online} | where: {type: SALE} | measure 13 ('online_total') was sum of total where channel is 'online' and type is 'SALE' and is sum of total where type is 'SALE': cells",
                "negate: {type: [SALE_REFUND]} | negate: {type: [SALE]} | measure 2 ('net_total') was sum of total where type is 'SALE' or 'SALE_REFUND' negated where type is 'SALE_REFUND' and is sum of total where",
                "name: tips_total | name: all_tips | measure 12 was called 'tips_total' and is called 'all_tips': reports have it by that name. Keep the name, and change the label; or give it an id that no measure has or had.",
                "tips: {type: money(2)} | tips: {type: money(3)} | receipts.yaml:66:3: field 'tips' was money(2) at tips and is money(3) at tips: documents in the tables were read the other way. Write it as it was, and add a field with another name.",
                "items: {type: uint, label: Items} | items: {type: uint, label: Items, path: positions} | field 'items' was uint at items and is uint at positions",
                "customer: {type: text, max: 128} | client: {type: text, max: 128} | receipts.yaml:48:1: field 'customer' was text at customer and is gone: documents in the tables have it. Keep it; measures that read it may go.",
                "custom: {type: map(text), max: 256} | custom: {type: map(text), max: 64} | field 'custom' was map(text), max 256 at custom and is map(text), max 64 at custom",
                "courier: {id: 3} | courier: {id: 4} | value 'channel.courier' had id 3, name courier and has id 4, name courier: documents in the tables have the other. Write it as it was.",
                "courier: {id: 3} | post: {id: 3} | value 'channel.courier' had id 3, name courier and is gone: documents in the tables have it. Keep it.",
                "credit: {id: 4, label: credit} | credit: {id: 4, name: loan, label: credit} | value 'payment.credit' had id 4, name credit and has id 4, name loan",
                "key: register | key: cashier | receipts.yaml:82:1: document.key was register and is cashier: which cell a document belongs to, and which of its versions is valid, would change. Write register again; for another one, start with --forget, which computes all again from Kafka.",
                "scope: drive | scope: cashier_id | document.id.scope was drive and is cashier_id",
                "ids: sequential | ids: random | document.id.ids was sequential and is random",
                "version: written_at | version: printed_at | document.version was written_at and is printed_at",
                "time: printed_at | time: written_at | document.time was printed_at and is written_at",
                "'  shift: shift\n' | '' | document.shift was shift and is none",
                "bucket: 1h | bucket: 15m | document.bucket was 60m and is 15m",
                "'  deleted: deleted' | '' | document.deleted was deleted and is none",
                "sale_refund_total, net_total] | sale_refund_total] | dimension custom was map custom, measures [2, 101, 102, 121, 122] and is map custom, measures [101, 102, 121, 122]: rows of field_cells were made by the other. Write it as it was;"
            })
    void whatWouldMixNumbersIsRefusedWithItsPlaceAndMend(String before, String after, String sentence) {
        String changed = edited(before.replace("\\n", "\n"), after);

        assertThat(change(receipts, changed).refusals())
                .extracting(FileProblem::toString)
                .anyMatch(refusal -> refusal.contains(sentence));
    }

    @Test
    void anIdIsTakenForEver() {
        String without = edited(TIPS, "");
        String reused = without.replace(
                "measures:\n  - {name: r", "measures:\n  - {name: gross, id: 12, sum: deposit}\n  - {name: r");
        List<Meaning> both = List.of(meaning(receipts), meaning(without));

        assertThat(ModelChange.between(both, model(reused)).refusals())
                .extracting(FileProblem::what)
                .containsExactly(
                        "id 12 was that of 'tips_total' (sum of tips), which was removed, and is that of sum of deposit: cells in the tables may hold the other");
        assertThat(ModelChange.between(both, model(receipts)).gained())
                .as("the same measure may come back")
                .containsExactly(12);
    }

    @Test
    void theSecondIdOfOneThatKeepsItsTimeIsTakenToo() {
        String without = edited(
                "  - {name: first_number, id: 4, first: number, label: Number of the first receipt, column: true}\n",
                "");
        String reused = without.replace(TIPS, TIPS + "  - {name: gross, id: 5, sum: deposit}\n");

        assertThat(change(receipts, without).lost()).containsExactly(4);
        assertThat(ModelChange.between(List.of(meaning(receipts), meaning(without)), model(reused))
                        .refusals())
                .extracting(FileProblem::what)
                .containsExactly(
                        "id 5 was that of 'first_number_at' (time of first of number), which was removed, and is that of sum of deposit: cells in the tables may hold the other");
    }

    @Test
    void theColumnOfANameHoldsWhatItHeld() {
        String without = edited(
                "  - {name: receipts, id: 1, count: true, label: Receipts, column: true}\n",
                "  - {name: receipts, id: 15, count: true, column: true}\n");

        assertThat(change(receipts, without).refusals())
                .extracting(FileProblem::what)
                .containsExactly(
                        "'receipts' is measure 15 and was measure 1, and the column 'receipts' of cells and shifts holds that");
    }

    @Test
    void whatAMeasureNeedsIsThereFromAModelOn() {
        String before =
                edited("  tips: {type: money(2)}\n", "").replace(TIPS, "").replace("    courier: {id: 3}\n", "");
        String field = edited(TIPS, "").replace("    courier: {id: 3}\n", "");
        Model now = model(receipts.replace(
                TIPS, TIPS + "  - {name: couriers, id: 15, count: true, where: {channel: [shop, courier]}}\n"));
        List<Meaning> both = List.of(meaning(before), meaning(field));

        assertThat(ModelChange.between(both, now).refusals()).isEmpty();
        assertThat(without(now, "net_total", both)).isZero();
        assertThat(without(now, "tips_total", both)).isEqualTo(1);
        assertThat(without(now, "couriers", both)).isEqualTo(2);
    }

    private static int without(Model model, String name, List<Meaning> earlier) {
        return model.measures().stream()
                .filter(measure -> measure.name().equals(name))
                .mapToInt(measure -> ModelChange.withoutNeedsOf(measure, model, earlier))
                .sum();
    }

    @Test
    void aMeaningIsReadAsItWasWritten() {
        Meaning meaning = meaning(receipts.replace("path: taxSystem", "path: ['tax\tsystem\\\n', 'a.b']"));

        assertThat(Meaning.parse(meaning.text())).isEqualTo(meaning);
        assertThat(meaning(receipts).text()).contains("measure 12\tsum of tips\n");
    }

    private String edited(String before, String after) {
        String edited = receipts.replace(before, after);
        assertThat(edited).isNotEqualTo(receipts);
        return edited;
    }

    private static ModelChange change(String before, String after) {
        return ModelChange.between(List.of(meaning(before)), model(after));
    }

    private static Meaning meaning(String yaml) {
        return Meaning.of(model(yaml));
    }

    private static Model model(String yaml) {
        return ModelFile.parse("receipts.yaml", yaml);
    }
}
