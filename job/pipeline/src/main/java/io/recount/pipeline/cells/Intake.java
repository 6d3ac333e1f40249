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
import org.jspecify.annotations.Nullable;

/**
 * Takes deliveries and invalidations in. They are folded in batches; those that need something read back wait for it, and
 * the others go on.
 *
 * <p>Invariant: once it is drained, everything that came is folded, and the row of every accepted version is out.
 */
final class Intake {

    private final Registers registers;
    private final RegisterFold fold;
    private final ReadBack readBack;
    private final FrozenCells frozen;
    private final Positions positions;
    private final Sizes sizes;
    private final Batch batch;
    private final WaitingRoom waiting;
    private final Recomputation recomputation;
    private final OutcomeCounts outcomes;
    private final DocumentsTable documents;
    private final Stage stage;

    /** What it is a part of. */
    interface Stage {

        /** Whether the watermark has passed the cell's bucket: readers take it for settled. */
        boolean isPast(CellKey cell);

        /** An accepted version. */
        void emit(TableRow row);

        /** Something has changed that readers take for settled. */
        void changedLate(Register register);

        /** Keeps the heap to its limits; nobody holds a register meanwhile. */
        void settle() throws Exception;
    }

    Intake(
            Registers registers,
            RegisterFold fold,
            ReadBack readBack,
            FrozenCells frozen,
            WaitingRoom waiting,
            Recomputation recomputation,
            Positions positions,
            Sizes sizes,
            OutcomeCounts outcomes,
            DocumentsTable documents,
            Stage stage) {
        this.registers = registers;
        this.fold = fold;
        this.readBack = readBack;
        this.frozen = frozen;
        this.positions = positions;
        this.sizes = sizes;
        this.batch = new Batch(sizes);
        this.waiting = waiting;
        this.recomputation = recomputation;
        this.outcomes = outcomes;
        this.documents = documents;
        this.stage = stage;
    }

    void add(Delivery delivery) throws Exception {
        batch.add(delivery);
        if (batch.isFull()) {
            foldBatch();
        }
    }

    void add(Invalidation invalidation) throws Exception {
        if (invalidation.target() instanceof Invalidation.Page page) {
            recomputation.add(invalidation.key(), page);
            if (recomputation.isFull()) {
                drain();
            }
        } else if (invalidation.target() instanceof Invalidation.Single single && !frozen.isFrozen(single)) {
            add(invalidation.key(), single);
        }
    }

    private void add(String key, Invalidation.Single single) throws Exception {
        if (recomputation.isStray(single)) {
            recomputation.publishEmpty(key, single);
            return;
        }
        Register register = registers.get(key);
        if (ReadBack.isThere(register, registers.paging().pageOf(single))) {
            fold.invalidate(register, single);
            stage.settle();
        } else {
            waiting.add(key, single);
        }
        readBackIfFull();
    }

    /** Folds all that came. */
    void drain() throws Exception {
        foldBatch();
        foldWaiting();
        recomputation.run();
        stage.settle();
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
        for (int from = 0; from < deliveries.size(); from += sizes.group()) {
            Register register = registers.get(key);
            boolean changedLate = false;
            for (Delivery delivery : deliveries.subList(from, Math.min(deliveries.size(), from + sizes.group()))) {
                Document document = delivery.document();
                boolean late = stage.isPast(document.cell());
                if (!waiting.holds(document) && readBack.canFold(register, document)) {
                    changedLate |= accept(register, delivery, late, null);
                } else {
                    waiting.add(new WaitingRoom.Waiting(delivery, late));
                }
            }
            if (changedLate) {
                stage.changedLate(register);
            }
            stage.settle();
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
        for (WaitingRoom.Invalidated invalidated : waiting.takeInvalidated()) {
            fold.invalidate(registers.get(invalidated.register()), invalidated.target());
            stage.settle();
        }
        for (WaitingRoom.Waiting each : waiting.takeDeliveries()) {
            Document document = each.delivery().document();
            Register register = registers.get(document.key());
            History before = found.get(new ReadBack.Id(document.key(), document.id()));
            if (accept(register, each.delivery(), each.late(), before)) {
                stage.changedLate(register);
            }
            stage.settle();
        }
    }

    /** Returns whether something changed that readers take for settled. */
    private boolean accept(Register register, Delivery delivery, boolean late, @Nullable History before)
            throws Exception {
        DocumentFold.Step step = fold.fold(register, delivery.document(), late, before);
        outcomes.add(step, late);
        if (step.outcome() != Outcome.DUPLICATE) {
            stage.emit(documents.row(delivery, late));
        }
        return isPast(step.leaves()) || isPast(step.joins());
    }

    private boolean isPast(@Nullable History moved) {
        return moved != null && stage.isPast(moved.latest().cell());
    }
}
