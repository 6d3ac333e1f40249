package io.recount.harness.receipts;

import io.recount.harness.feed.Draft;
import io.recount.harness.feed.Sender;
import java.time.Instant;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Fills what a register prints.
 *
 * <p>Every {@value #MIX_EVERY}th receipt is of the cycle of rare mixes and left undisturbed, so that from
 * {@value #MIXED_RECEIPTS} receipts on nothing that is measured stays unseen.
 */
final class ReceiptSender implements Sender {

    static final int MIX_EVERY = 400;
    static final int MIXED_RECEIPTS = 16_000;

    private final CashRegister register;
    private CashRegister.@Nullable Printed ahead;

    ReceiptSender(CashRegister register) {
        this.register = register;
        this.ahead = print();
    }

    @Override
    public boolean hasNext() {
        return ahead != null;
    }

    @Override
    public Instant sendsAt() {
        return printed().sentAt();
    }

    @Override
    public Draft send(long number) {
        CashRegister.Printed printed = printed();
        boolean mix = number % MIX_EVERY == 0;
        Content content = mix
                ? ContentSource.rareMix(number / MIX_EVERY, register.store())
                : ContentSource.plausible(printed.place(), register.store(), printed.inShift(), register.random());
        ahead = print();
        return new Receipt(printed.place(), content, printed.sentAt(), mix);
    }

    private CashRegister.Printed printed() {
        if (ahead == null) {
            throw new NoSuchElementException("The register has printed all its receipts; ask hasNext() first");
        }
        return ahead;
    }

    private CashRegister.@Nullable Printed print() {
        return register.hasNext() ? register.next() : null;
    }
}
