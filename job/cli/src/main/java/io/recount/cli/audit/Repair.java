package io.recount.cli.audit;

import io.recount.pipeline.requests.RequestMessage.Ask;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The requests that have differences computed again: as few as there are times with differences that lie apart, each of the
 * registers that have some then.
 */
public final class Repair {

    private static final Duration APART = Duration.ofDays(1);
    private static final int MOST = 16;
    private static final int REGISTERS = 1_000;
    private static final long LAST_SECOND = 0xFFFF_FFFFL;

    private final Duration bucket;

    /** {@code bucket} is how long one takes. */
    public Repair(Duration bucket) {
        this.bucket = bucket;
    }

    /** Times near each other, with what is wrong then. */
    private record Cluster(long from, long to, List<Difference> differences) {

        Cluster with(Cluster later) {
            List<Difference> all = new ArrayList<>(differences);
            all.addAll(later.differences);
            return new Cluster(from, Math.max(to, later.to), all);
        }
    }

    /**
     * The requests.
     *
     * @param id of the audit; theirs begin with it
     */
    public List<Ask> asks(List<Difference> differences, String id, String reason) {
        List<Ask> asks = new ArrayList<>();
        for (Cluster cluster : clusters(differences)) {
            List<String> registers = List.copyOf(new TreeSet<>(cluster.differences().stream()
                    .map(each -> each.key().register())
                    .toList()));
            for (int at = 0; at < registers.size(); at += REGISTERS) {
                asks.add(new Ask(
                        id + "-" + (asks.size() + 1),
                        registers.subList(at, Math.min(registers.size(), at + REGISTERS)),
                        Instant.ofEpochSecond(cluster.from()),
                        Instant.ofEpochSecond(Math.min(LAST_SECOND, cluster.to())),
                        reason,
                        0));
            }
        }
        return asks;
    }

    private List<Cluster> clusters(List<Difference> differences) {
        List<Cluster> clusters = new ArrayList<>();
        differences.stream()
                .sorted(Comparator.comparingLong(Difference::timeSeconds))
                .forEach(each -> {
                    long begin = each.timeSeconds() - each.timeSeconds() % bucket.toSeconds();
                    Cluster next = new Cluster(begin, begin + bucket.toSeconds(), List.of(each));
                    Cluster last = clusters.isEmpty() ? null : clusters.get(clusters.size() - 1);
                    if (last != null && begin - last.to() <= APART.toSeconds()) {
                        clusters.set(clusters.size() - 1, last.with(next));
                    } else {
                        clusters.add(next);
                    }
                });
        while (clusters.size() > MOST) {
            int nearest = 0;
            for (int i = 1; i + 1 < clusters.size(); i++) {
                if (gap(clusters, i) < gap(clusters, nearest)) {
                    nearest = i;
                }
            }
            clusters.set(nearest, clusters.get(nearest).with(clusters.remove(nearest + 1)));
        }
        return clusters;
    }

    private static long gap(List<Cluster> clusters, int at) {
        return clusters.get(at + 1).from() - clusters.get(at).to();
    }
}
