package io.recount.harness;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Writes the deliveries of a scenario as lines: {@code Generate RECEIPTS [SEED [REGISTERS [FILE]]]}. */
public final class Generate {

    private Generate() {}

    public static void main(String... arguments) throws IOException {
        if (arguments.length == 0 || arguments.length > 4) {
            System.err.println("Usage: Generate RECEIPTS [SEED [REGISTERS [FILE]]]; without FILE to standard output");
            System.exit(2);
        }
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        Scenario scenario = Scenario.of(seed, Integer.parseInt(arguments[0]));
        if (arguments.length > 2) {
            scenario = scenario.withRegisters(Integer.parseInt(arguments[2]));
        }
        if (arguments.length > 3) {
            try (OutputStream file = new BufferedOutputStream(new FileOutputStream(arguments[3]))) {
                write(scenario, file);
            }
        } else {
            OutputStream out = new BufferedOutputStream(System.out);
            write(scenario, out);
            out.flush();
        }
    }

    /** One line a delivery. */
    static void write(Scenario scenario, OutputStream out) throws IOException {
        Feed feed = new Feed(scenario);
        while (feed.hasNext()) {
            out.write(feed.next().value());
            out.write('\n');
        }
    }
}
