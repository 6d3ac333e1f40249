package io.recount.harness.receipts;

import io.recount.harness.feed.RegisterAssignment;
import io.recount.harness.feed.Scenario;
import io.recount.harness.feed.Senders;
import io.recount.harness.feed.Share;
import io.recount.harness.feed.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The receipts of all registers of a scenario. */
public final class ReceiptSource {

    private static final List<String> TIME_ZONES = List.of(
            "Europe/Moscow",
            "Europe/Kaliningrad",
            "Asia/Yekaterinburg",
            "Asia/Vladivostok",
            "Europe/Berlin",
            "Asia/Kolkata",
            "UTC");

    private ReceiptSource() {}

    public static Source of(Scenario scenario, SplittableRandom random) {
        List<RegisterAssignment> assignments = new ArrayList<>();
        List<ReceiptSender> senders = new ArrayList<>();
        for (Share share : Share.of(scenario, random)) {
            RegisterAssignment assignment = new RegisterAssignment(
                    "R-%06d".formatted(share.index() + 1),
                    "S-%04d".formatted(share.store() + 1),
                    TIME_ZONES.get(share.store() % TIME_ZONES.size()));
            assignments.add(assignment);
            senders.add(new ReceiptSender(new CashRegister(scenario, assignment, share, random.split())));
        }
        return new Source(assignments, new Senders(senders));
    }
}
