package io.recount.harness.expectation;

import io.recount.harness.expectation.Message.Bad;
import io.recount.harness.expectation.Message.Content;
import io.recount.harness.expectation.Message.Deleted;
import io.recount.harness.expectation.Message.Good;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts messages by what they turned out to be. */
final class Tally {

    private final Map<String, Long> ignored = new TreeMap<>();
    private final Set<Long> rejectedHashes = new HashSet<>();
    private long rejected;
    private long versions;
    private long duplicates;
    private long badMessages;
    private long badVersions;
    private long deletedMessages;
    private long deletedVersions;

    void rejected(long hash) {
        rejected++;
        rejectedHashes.add(hash);
    }

    void ignored(String rule) {
        ignored.merge(rule, 1L, Long::sum);
    }

    void version(Content content, boolean isNew) {
        int once = isNew ? 1 : 0;
        versions += once;
        duplicates += 1 - once;
        if (content instanceof Bad) {
            badMessages++;
            badVersions += once;
        } else if (content instanceof Deleted) {
            deletedMessages++;
            deletedVersions += once;
        }
    }

    Outcomes outcomes(Collection<History> histories) {
        long documents = 0;
        long errors = 0;
        long deleted = 0;
        for (History history : histories) {
            for (Message.Version latest : history.latest()) {
                documents += latest.content() instanceof Good ? 1 : 0;
                errors += latest.content() instanceof Bad ? 1 : 0;
                deleted += latest.content() instanceof Deleted ? 1 : 0;
            }
        }
        long ignoredByAll = ignored.values().stream().mapToLong(Long::longValue).sum();
        return new Outcomes(
                rejected + ignoredByAll + versions + duplicates,
                rejected,
                rejectedHashes.size(),
                ignored,
                versions,
                duplicates,
                badMessages,
                badVersions,
                deletedMessages,
                deletedVersions,
                documents,
                errors,
                deleted);
    }
}
