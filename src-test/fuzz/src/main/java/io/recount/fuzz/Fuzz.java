package io.recount.fuzz;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command behind {@code src-test/fuzz/run}. */
@Command(
        name = "src-test/fuzz/run",
        description = "Mutates messages and compares what the decoder makes of them with independent rules.",
        mixinStandardHelpOptions = true)
public final class Fuzz implements Callable<Integer> {

    private static final int REPORT_EVERY = 50_000;

    @Option(names = "--mutations", description = "how many (default: ${DEFAULT-VALUE})", defaultValue = "100000")
    private long mutations;

    @Option(
            names = "--seed",
            description = "other seeds make other mutations (default: ${DEFAULT-VALUE})",
            defaultValue = "1")
    private long seed;

    @Option(names = "--number", description = "only the mutation of this number, with its message")
    private @Nullable Long number;

    @Option(names = "--root", description = "root of the checkout", defaultValue = ".", hidden = true)
    private Path root = Path.of(".");

    @Spec
    private CommandSpec spec;

    /** Ends the JVM: 0 no difference, 1 differences, 2 it could not run. */
    public static void main(String[] arguments) {
        System.exit(
                new CommandLine(new Fuzz()).setExitCodeExceptionMapper(e -> 2).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Campaign campaign = new Campaign(
                seed,
                List.of(
                        Subject.shipped(root.resolve("job/models"), "receipts"),
                        Subject.shipped(root.resolve("job/models"), "meters"),
                        Subject.forms(root.resolve("src-test/fuzz/src/main/resources"))));
        Long only = number;
        if (only != null) {
            campaign.run(only, only + 1, done -> {});
        } else {
            campaign.run(0, mutations, done -> {
                if (done % REPORT_EVERY == 0 || done == mutations) {
                    out.printf(
                            "%d of %d mutations, seed %d: %d differ, %s%n",
                            done, mutations, seed, campaign.differing(), campaign.kinds());
                    out.flush();
                }
            });
        }
        campaign.differences().forEach(difference -> print(difference, out));
        out.println(campaign.differing() == 0 ? "no difference" : campaign.differing() + " differences");
        out.flush();
        return campaign.differing() == 0 ? 0 : 1;
    }

    private void print(Campaign.Difference difference, PrintWriter out) {
        out.printf(
                "%s: %s%n  again: src-test/fuzz/run --seed %d --number %d%n  message: %s%n",
                difference.model(), difference.what(), seed, difference.number(), printable(difference.message()));
    }

    /** The bytes, those that are no printable ASCII as {@code <hex>}. */
    static String printable(byte[] message) {
        StringBuilder text = new StringBuilder();
        for (char c : new String(message, StandardCharsets.ISO_8859_1).toCharArray()) {
            if (c >= ' ' && c < 0x7F) {
                text.append(c);
            } else {
                text.append("<%02x>".formatted((int) c));
            }
        }
        return text.toString();
    }
}
