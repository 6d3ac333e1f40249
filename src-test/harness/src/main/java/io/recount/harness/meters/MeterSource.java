package io.recount.harness.meters;

import io.recount.harness.feed.RegisterAssignment;
import io.recount.harness.feed.Scenario;
import io.recount.harness.feed.Senders;
import io.recount.harness.feed.Share;
import io.recount.harness.feed.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The readings of all meters of a scenario. What is a store to a register is a substation to a meter. */
public final class MeterSource {

    private static final List<String> TIME_ZONES =
            List.of("Europe/Berlin", "Europe/London", "Asia/Kathmandu", "America/St_Johns", "UTC");

    private MeterSource() {}

    public static Source of(Scenario scenario, SplittableRandom random) {
        List<RegisterAssignment> assignments = new ArrayList<>();
        List<Meter> meters = new ArrayList<>();
        for (Share share : Share.of(scenario, random)) {
            RegisterAssignment assignment = new RegisterAssignment(
                    "M-%07d".formatted(share.index() + 1),
                    "Substation %d".formatted(share.store() + 1),
                    TIME_ZONES.get(share.store() % TIME_ZONES.size()));
            assignments.add(assignment);
            meters.add(new Meter(scenario, Device.of(assignment, share.index(), random.split()), share));
        }
        return new Source(assignments, new Senders(meters));
    }
}
