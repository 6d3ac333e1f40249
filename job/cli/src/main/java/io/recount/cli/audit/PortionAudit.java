package io.recount.cli.audit;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Pause;
import io.recount.pipeline.audit.AuditCut;
import io.recount.pipeline.audit.AuditSql;
import io.recount.pipeline.audit.AuditSql.Audited;
import io.recount.pipeline.audit.Portion;
import io.recount.pipeline.schema.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares one portion. A job may go on publishing meanwhile: so what looks wrong is looked at again, with the newest commit
 * of then, and is wrong only if it looks so every time. Where the newest row is of a commit that is under way, that commit is
 * waited for. A key that is changed by every commit, and whose older rows were merged away each time, is left out.
 */
final class PortionAudit {

    private static final int LEAST_LOOKS = 2;
    private static final int MOST_LOOKS = 4;
    private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(500);
    private static final int QUESTIONS = 60;

    private final ClickHouseClient shard;
    private final Ledger ledger;
    private final AuditSql sql;
    private final MeasureNames names;
    private final Pause pause;
    private final Portion portion;

    PortionAudit(
            ClickHouseClient shard, Ledger ledger, AuditSql sql, MeasureNames names, Pause pause, Portion portion) {
        this.shard = shard;
        this.ledger = ledger;
        this.sql = sql;
        this.names = names;
        this.pause = pause;
        this.portion = portion;
    }

    /** How many keys have a published row. */
    long published() throws ClickHouseFailure, InterruptedException {
        long published = 0;
        for (Audited audited : sql.audited()) {
            if (audited != Audited.SUMS) {
                published += Long.parseLong(
                        shard.text(sql.publishedKeys(audited, portion)).strip());
            }
        }
        return published;
    }

    List<Difference> differences() throws ClickHouseFailure, InterruptedException {
        List<Difference> differences = new ArrayList<>();
        for (Audited audited : sql.audited()) {
            differences.addAll(differences(audited));
        }
        return differences;
    }

    private List<Difference> differences(Audited audited) throws ClickHouseFailure, InterruptedException {
        AuditCut cut = newest();
        Map<Place, Suspect> suspects = look(audited, cut);
        for (int looks = 1; !suspects.isEmpty() && mustLookAgain(suspects, looks); looks++) {
            cut = next(cut, suspects);
            Map<Place, Suspect> again = look(audited, cut);
            again.keySet().retainAll(suspects.keySet());
            suspects = again;
        }
        return told(
                suspects.values().stream().filter(suspect -> !suspect.isGone()).toList(), cut);
    }

    /** A key, and whether it is of the comparison of sums. */
    private record Place(Audited audited, Difference.Key key) {}

    private Map<Place, Suspect> look(Audited audited, AuditCut cut) throws ClickHouseFailure, InterruptedException {
        Map<Place, Suspect> suspects = new LinkedHashMap<>();
        for (GenericRecord row : shard.rows(sql.differences(audited, portion, cut))) {
            Suspect suspect = Suspect.of(row, audited);
            boolean hasNoSum = audited == Audited.SUMS
                    && (suspect.published().tainted() || suspect.expected().tainted());
            if (!hasNoSum) {
                suspects.put(new Place(audited, suspect.key()), suspect);
            }
        }
        return suspects;
    }

    private static boolean mustLookAgain(Map<Place, Suspect> suspects, int looks) {
        return looks < LEAST_LOOKS || (looks < MOST_LOOKS && isUnsettled(suspects));
    }

    private static boolean isUnsettled(Map<Place, Suspect> suspects) {
        return suspects.values().stream().anyMatch(Suspect::isUnsettled);
    }

    private AuditCut newest() throws ClickHouseFailure, InterruptedException {
        return AuditCut.newest(ledger)
                .orElseThrow(() -> ClickHouseFailure.refused("The ledger was emptied during the audit"));
    }

    private AuditCut next(AuditCut cut, Map<Place, Suspect> suspects) throws ClickHouseFailure, InterruptedException {
        AuditCut next = newest();
        for (int asked = 1; asked < QUESTIONS && isUnsettled(suspects) && !next.isLaterThan(cut); asked++) {
            pause.pause(BETWEEN_QUESTIONS);
            next = newest();
        }
        return next;
    }

    private List<Difference> told(List<Suspect> suspects, AuditCut cut) throws ClickHouseFailure, InterruptedException {
        if (suspects.isEmpty()) {
            return List.of();
        }
        Map<Shift, Long> beginnings = beginnings(suspects);
        Set<Bucket> used = used(suspects, cut);
        return suspects.stream()
                .map(suspect -> {
                    Difference.Key key = suspect.key();
                    boolean isShift = key.bucketSeconds() < 0;
                    Long beginning = beginnings.get(Shift.of(key));
                    return suspect.difference(
                            isShift ? beginning != null : used.contains(Bucket.of(key)),
                            isShift ? (beginning == null ? 0 : beginning) : key.bucketSeconds(),
                            cut,
                            names);
                })
                .toList();
    }

    private record Shift(String register, String shift) {
        static Shift of(Difference.Key key) {
            return new Shift(key.register(), key.shift());
        }

        String literal() {
            return "(" + Schema.literal(register) + ", " + shift + ")";
        }
    }

    private record Bucket(Shift shift, long seconds) {
        static Bucket of(Difference.Key key) {
            return new Bucket(Shift.of(key), key.bucketSeconds());
        }

        String literal() {
            return "(" + Schema.literal(shift.register()) + ", " + shift.shift() + ", " + seconds + ")";
        }
    }

    private Map<Shift, Long> beginnings(List<Suspect> suspects) throws ClickHouseFailure, InterruptedException {
        List<String> shifts = suspects.stream()
                .filter(suspect -> suspect.key().bucketSeconds() < 0)
                .map(suspect -> Shift.of(suspect.key()).literal())
                .distinct()
                .toList();
        Map<Shift, Long> beginnings = new HashMap<>();
        if (!shifts.isEmpty()) {
            for (GenericRecord row : shard.rows(sql.beginnings(shifts))) {
                beginnings.put(
                        new Shift(row.getString("register_key"), row.getString("shift_key")),
                        row.getLong("first_seconds"));
            }
        }
        return beginnings;
    }

    private Set<Bucket> used(List<Suspect> suspects, AuditCut cut) throws ClickHouseFailure, InterruptedException {
        List<String> places = suspects.stream()
                .filter(suspect -> suspect.isUnexpected() && suspect.key().bucketSeconds() >= 0)
                .map(suspect -> Bucket.of(suspect.key()).literal())
                .distinct()
                .toList();
        Set<Bucket> used = new HashSet<>();
        if (!places.isEmpty()) {
            for (GenericRecord row : shard.rows(sql.everUsed(places, portion, cut))) {
                used.add(new Bucket(
                        new Shift(row.getString("register_key"), row.getString("shift_key")),
                        row.getLong("bucket_seconds")));
            }
        }
        return used;
    }
}
