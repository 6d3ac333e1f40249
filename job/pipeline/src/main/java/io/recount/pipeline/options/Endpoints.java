package io.recount.pipeline.options;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseCluster.Shard;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of ClickHouse: {@code http://host:8123}, or one for each shard, in their order, with {@code weight 2} behind
 * those whose weight is not 1.
 */
final class Endpoints {

    private static final String MEND =
            "Write http://host:8123, without user and password. One of several shards may have"
                    + " a weight: http://host:8123 weight 2.";

    private static final Pattern FORM = Pattern.compile("(\\S+)(?:\\s+weight\\s+([0-9]{1,9}))?");

    private Endpoints() {}

    /** Takes what is wrong with one of several, from 0. */
    @FunctionalInterface
    interface Problem {
        void add(int index, String what, String mend);
    }

    /** The shards that are right; a problem for each other one. */
    static List<Shard> shards(List<String> texts, Function<URI, ClickHouseAccess> access, Problem problem) {
        List<Shard> shards = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            Matcher form = FORM.matcher(texts.get(i).strip());
            ClickHouseAccess server = form.matches() ? server(form.group(1), access) : null;
            int weight = server == null || form.group(2) == null ? 1 : Integer.parseInt(form.group(2));
            if (server == null) {
                problem.add(i, "is no address", MEND);
            } else if (weight < 1 || weight > ClickHouseCluster.GREATEST_WEIGHT) {
                problem.add(i, "has a weight of " + weight, "Write 1 to " + ClickHouseCluster.GREATEST_WEIGHT + ".");
            } else if (shards.stream().anyMatch(other -> isSame(other.access(), server))) {
                problem.add(i, "names a server twice", "Name it once; give it a greater weight if it is to hold more.");
            } else {
                shards.add(new Shard(server, weight));
            }
        }
        return shards;
    }

    private static @Nullable ClickHouseAccess server(String url, Function<URI, ClickHouseAccess> access) {
        try {
            return access.apply(URI.create(url));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean isSame(ClickHouseAccess one, ClickHouseAccess other) {
        return one.endpoint()
                .getRawAuthority()
                .equalsIgnoreCase(other.endpoint().getRawAuthority());
    }
}
