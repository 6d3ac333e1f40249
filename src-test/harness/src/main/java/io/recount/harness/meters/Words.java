package io.recount.harness.meters;

import io.recount.harness.feed.Weighted;
import java.util.List;
import java.util.SplittableRandom;

/** The words readings are made of. */
final class Words {

    static final List<String> TARIFFS = List.of("T1", "T2", "T3");
    static final Weighted QUALITIES =
            new Weighted(List.of("measured", "estimated", "substituted", "manual"), 920, 50, 20, 10);
    static final List<String> DIRECTIONS = List.of("import", "export");
    static final List<String> PHASES = List.of("L1", "L2", "L3");
    static final List<String> FIRMWARES = List.of("1.9.0", "2.4.1", "2.4.1-β", "3.0.0");
    static final List<String> GROUPS =
            List.of("household", "street lighting", "Gewerbe \"Süd\"", "C:\\plant\\new", "農業", "🏭 industry");
    static final List<String> REASONS =
            List.of("meter replaced", "Zähler getauscht", "no answer\tfor 3 h", "O'Neil's \"best\"");

    private Words() {}

    static <T> T any(List<T> choices, SplittableRandom random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
