package io.recount.harness;

import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Scenario;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Writes the deliveries of a scenario as lines: {@code Generate MODEL DOCUMENTS [SEED [REGISTERS [FILE]]]}. */
public final class Generate {

    private Generate() {}

    public static void main(String... arguments) throws IOException {
        if (arguments.length < 2 || arguments.length > 5) {
            System.err.println(
                    "Usage: Generate MODEL DOCUMENTS [SEED [REGISTERS [FILE]]]; MODEL is a model file; without FILE to standard output");
            System.exit(2);
        }
        DeclaredModel model = DeclaredModel.read(Path.of(arguments[0]));
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1;
        Scenario scenario = Scenario.of(seed, Integer.parseInt(arguments[1]));
        if (arguments.length > 3) {
            scenario = scenario.withRegisters(Integer.parseInt(arguments[3]));
        }
        if (arguments.length > 4) {
            try (OutputStream file = new BufferedOutputStream(new FileOutputStream(arguments[4]))) {
                write(Feed.of(model, scenario), file);
            }
        } else {
            OutputStream out = new BufferedOutputStream(System.out);
            write(Feed.of(model, scenario), out);
            out.flush();
        }
    }

    /** One line a delivery. */
    static void write(Feed feed, OutputStream out) throws IOException {
        while (feed.hasNext()) {
            out.write(feed.next().value());
            out.write('\n');
        }
    }
}
