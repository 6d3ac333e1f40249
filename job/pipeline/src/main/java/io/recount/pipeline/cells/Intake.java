package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.Document;
import io.recount.cells.DocumentFold;
import io.recount.cells.History;
import io.recount.cells.Outcome;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.tables.DocumentsTable;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes deliveries and invalidations in. They are folded in batches; those that need something read back wait for it, and
 * the others go on.
 *
 * <p>Invariant: once it is drained, everything that came is folded, and the row of every accepted version is out.
 */
final class Intake {

    /** The heap keeps to its limits after so many documents of a register, and between registers. */
    private static final int BETWEEN_LIMITS = 64;

    private final Registers registers;
    private final RegisterFold fold;
    private final ReadBack readBack;
    private final ReadBack.Limits limits;
    private final Positions positions;
    private final WaitingRoom waiting;
    private final Predicate<CellKey> past;
    private final OutcomeCounts outcomes;
    private final DocumentsTable documents;
    private final Output output;
    private final Batch batch = new Batch();

    /** Where it leads to. */
    interface Output {

        /** An accepted version. */
        void emit(TableRow row);

        /** Something has changed that readers take for settled. */
        void changedLate(Register register);
    }

    /**
     * What is decided elsewhere.
     *
     * @param past tells the cells whose bucket the watermark has passed
     * @param limits keeps the heap to them
     */
    record Rules(Predicate<CellKey> past, ReadBack.Limits limits) {}

    Intake(
            Registers registers,
            RegisterFold fold,
            ReadBack readBack,
            WaitingRoom waiting,
            Positions positions,
            Rules rules,
            OutcomeCounts outcomes,
            DocumentsTable documents,
            Output output) {
        this.registers = registers;
        this.fold = fold;
        this.readBack = readBack;
        this.limits = rules.limits();
        this.positions = positions;
        this.waiting = waiting;
        this.past = rules.past();
        this.outcomes = outcomes;
        this.documents = documents;
        this.output = output;
    }

    void add(Delivery delivery) throws Exception {
        batch.add(delivery);
        if (batch.isFull()) {
            foldBatch();
        }
    }

    void add(Invalidation invalidation) throws Exception {
        Register register = registers.get(invalidation.key());
        if (ReadBack.isThere(register, registers.paging().pageOf(invalidation.target()))) {
            fold.invalidate(register, invalidation.target());
            limits.settle();
        } else {
            waiting.add(invalidation);
        }
        readBackIfFull();
    }

    /** Folds all that came. */
    void drain() throws Exception {
        foldBatch();
        foldWaiting();
    }

    private void foldBatch() throws Exception {
        if (batch.isEmpty()) {
            return;
        }
        Map<String, List<Delivery>> byRegister = batch.take();
        for (Map.Entry<String, List<Delivery>> group : byRegister.entrySet()) {
            foldGroup(group.getKey(), group.getValue());
        }
        // Not sooner: to whoever begins to wait, the rest of the batch is not the past.
        for (List<Delivery> group : byRegister.values()) {
            for (Delivery delivery : group) {
                positions.advance(delivery.topic(), delivery.partition(), delivery.offset() + 1);
            }
        }
    }

    /** Of one register. */
    private void foldGroup(String key, List<Delivery> deliveries) throws Exception {
        for (int from = 0; from < deliveries.size(); from += BETWEEN_LIMITS) {
            Register register = registers.get(key);
            boolean changedLate = false;
            for (Delivery delivery : deliveries.subList(from, Math.min(deliveries.size(), from + BETWEEN_LIMITS))) {
                Document document = delivery.document();
                boolean late = past.test(document.cell());
                if (!waiting.holds(document) && readBack.canFold(register, document)) {
                    changedLate |= accept(register, delivery, late, null);
                } else {
                    waiting.add(new WaitingRoom.Waiting(delivery, late));
                }
            }
            if (changedLate) {
                output.changedLate(register);
            }
            limits.settle();
            readBackIfFull();
        }
    }

    private void readBackIfFull() throws Exception {
        if (waiting.isFull()) {
            foldWaiting();
        }
    }

    private void foldWaiting() throws Exception {
        if (waiting.isEmpty()) {
            return;
        }
        Map<ReadBack.Id, History> found =
                readBack.complete(waiting.documents(), waiting.pages(registers.paging()), waiting.history());
        for (Invalidation invalidation : waiting.takeInvalidations()) {
            fold.invalidate(registers.get(invalidation.key()), invalidation.target());
            limits.settle();
        }
        for (WaitingRoom.Waiting each : waiting.takeDeliveries()) {
            Document document = each.delivery().document();
            Register register = registers.get(document.key());
            History before = found.get(new ReadBack.Id(document.key(), document.id()));
            if (accept(register, each.delivery(), each.late(), before)) {
                output.changedLate(register);
            }
            limits.settle();
        }
    }

    /** Returns whether something changed that readers take for settled. */
    private boolean accept(Register register, Delivery delivery, boolean late, @Nullable History before)
            throws Exception {
        DocumentFold.Step step = fold.fold(register, delivery.document(), late, before);
        outcomes.add(step, late);
        if (step.outcome() != Outcome.DUPLICATE) {
            output.emit(documents.row(delivery, late));
        }
        return isPast(step.leaves()) || isPast(step.joins());
    }

    private boolean isPast(@Nullable History moved) {
        return moved != null && past.test(moved.latest().cell());
    }
}
