package io.recount.pipeline.requests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.FrozenLine;
import io.recount.kafka.ControlTopic;
import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import io.recount.pipeline.types.RequestStatus;
import io.recount.pipeline.types.RequestStatus.Cursor;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestQueueTest {

    private static final String LOG = "recount.invalidations@id";
    private static final LogPartition PARTITION = new LogPartition(LogName.parse(LOG), 0);
    private static final long DEFAULT_RATE = 10_000;
    private static final long HOUR = 3_600;
    private static final String GOLDEN = "0080f7c4d5060301187265636f756e742e696e76616c69646174696f6e734069640001"
            + "01016102187265636f756e742e696e76616c69646174696f6e734069640000d00f0080"
            + "aab8950d80f0c2950d0172904e00ac02c801010103522d3109";

    /** With a request of the job's own. */
    private static final String GOLDEN_OWN = "0080f7c4d5060301187265636f756e742e696e76616c69646174696f6e73406964000102"
            + "016102187265636f756e742e696e76616c69646174696f6e734069640000d00f0080"
            + "aab8950d80f0c2950d0172904e00ac02c801010103522d3109"
            + "0666696c6c2d37010000000a000080def4970d0b6e6577206d656173757265904e00"
            + "0000000000ffffffffffffffffff01010666696c6c2d37";

    private RequestQueue queue = new RequestQueue(RequestQueue.Snapshot.EMPTY, DEFAULT_RATE, HOUR, FrozenLine.NONE);
    private long offset;

    private List<RequestStatus> take(String json) {
        return queue.take(new ControlTopic.Message(LOG, 0, offset++, 1_000, json.getBytes(UTF_8)));
    }

    private static String ask(String id, String from, String to) {
        return "{\"id\":\"%s\",\"from\":\"2026-01-%sT00:00:00Z\",\"to\":\"2026-01-%sT00:00:00Z\",\"reason\":\"r\"}"
                .formatted(id, from, to);
    }

    private static List<String> told(List<RequestStatus> changed) {
        return changed.stream()
                .map(status -> status.id() + " " + status.state())
                .toList();
    }

    private List<String> finish(RequestStatus request) {
        List<RequestStatus> done = new ArrayList<>();
        do {
            done.add(queue.finish(request));
        } while (!done.get(done.size() - 1).id().equals(request.id()));
        return told(done);
    }

    @Test
    void requestsAreWorkedOnInTheirOrder() {
        assertThat(told(take(ask("a", "02", "03")))).containsExactly("a WAITING");
        take(ask("b", "05", "06"));

        RequestStatus first = queue.current().orElseThrow();
        assertThat(first.id()).isEqualTo("a");
        assertThat(first.rate()).isEqualTo(DEFAULT_RATE);
        assertThat(finish(queue.begin(first, 7))).containsExactly("a DONE");
        assertThat(queue.current()).map(RequestStatus::id).contains("b");
    }

    @Test
    void whoAsksForNoMoreIsDoneWithTheOneBeforeHim() {
        take(ask("all", "01", "30"));
        take(ask("part", "05", "06"));
        take(ask("beyond", "29", "31"));
        RequestStatus all = queue.begin(queue.current().orElseThrow(), 7);
        take(ask("too-late", "05", "06"));

        assertThat(finish(all)).containsExactly("part DONE", "all DONE");
        assertThat(queue.snapshot().open()).extracting(RequestStatus::id).containsExactly("beyond", "too-late");
    }

    @Test
    void aRequestForAllRegistersIsNotDoneWithOneForSome() {
        take(ask("some", "01", "30").replace("{", "{\"registers\":[\"R-2\",\"R-1\"],"));
        take(ask("all", "05", "06"));
        take(ask("one", "05", "06").replace("{", "{\"registers\":[\"R-1\"],"));
        RequestStatus some = queue.begin(queue.current().orElseThrow(), 7);

        assertThat(some.registers()).containsExactly("R-1", "R-2");
        assertThat(finish(some)).containsExactly("one DONE", "some DONE");
    }

    @Test
    void ordersPauseResumeAndCancel() {
        take(ask("a", "02", "03"));
        take(ask("b", "05", "06"));

        assertThat(told(take("{\"id\":\"a\",\"do\":\"pause\"}"))).containsExactly("a PAUSED");
        assertThat(queue.current()).map(RequestStatus::id).contains("b");
        assertThat(told(take("{\"id\":\"a\",\"do\":\"resume\"}"))).containsExactly("a WAITING");
        assertThat(queue.current()).map(RequestStatus::id).contains("a");
        assertThat(told(take("{\"id\":\"a\",\"do\":\"cancel\"}"))).containsExactly("a CANCELLED");
        assertThat(take("{\"id\":\"a\",\"do\":\"resume\"}")).isEmpty();
        assertThat(queue.snapshot().open()).extracting(RequestStatus::id).containsExactly("b");
    }

    @Test
    void anIdOfTheJobsOwnIsNobodyElses() {
        for (String own : List.of("fill-1", "frozen-2026-08-10", "gaps-100-8", "sweep-2026-01-02")) {
            List<RequestStatus> answer = take(ask(own, "02", "03"));

            assertThat(told(answer)).containsExactly("kid-0-" + (offset - 1) + " REFUSED");
            assertThat(answer.get(0).message()).contains(own, "one of the job's own", "Write another one");
        }
        assertThat(queue.current()).isEmpty();
        assertThat(told(queue.sweep(LocalDate.parse("2026-01-02"), 5))).containsExactly("sweep-2026-01-02 WAITING");
        assertThat(told(take("{\"id\":\"sweep-2026-01-02\",\"do\":\"cancel\"}")))
                .containsExactly("sweep-2026-01-02 CANCELLED");
    }

    @Test
    void whoTakesAnIdThatIsTakenIsTold() {
        take(ask("a", "02", "03"));

        assertThat(take(ask("a", "02", "03"))).as("sent twice").isEmpty();
        List<RequestStatus> answer = take(ask("a", "05", "06"));
        assertThat(told(answer)).containsExactly("kid-0-2 REFUSED");
        assertThat(answer.get(0).message()).contains("id: a is that of an earlier request");
        assertThat(queue.snapshot().open()).extracting(RequestStatus::id).containsExactly("a");
    }

    @Test
    void whatIsRefusedKeepsItsId() {
        assertThat(told(take(ask("a", "03", "02")))).containsExactly("a REFUSED");
        assertThat(told(take(ask("b", "02", "03").replace("\"r\"}", "\"r\",\"speed\":1}"))))
                .containsExactly("b REFUSED");
        assertThat(told(take(ask("no id!", "02", "03")))).containsExactly("kid-0-2 REFUSED");

        take(ask("c", "02", "03"));
        assertThat(told(take(ask("c", "03", "02")))).as("the other c goes on").containsExactly("kid-0-4 REFUSED");
        assertThat(queue.current()).map(RequestStatus::id).contains("c");
    }

    @Test
    void whatSaysNothingIsAnsweredAndPassedOver() {
        List<RequestStatus> answer = take("{\"from\":\"yesterday\"}");

        assertThat(told(answer)).containsExactly("kid-0-0 REFUSED");
        assertThat(answer.get(0).message()).isNotBlank();
        assertThat(queue.current()).isEmpty();
        assertThat(queue.snapshot().next()).containsEntry(PARTITION, 1L);
    }

    @Test
    void whatTheJobAskedItselfIsAskedForAgainOnceItHasFailed() {
        RequestMessage.Ask fill = new RequestMessage.Ask("fill-7", List.of(), Instant.EPOCH, Instant.now(), "new", 0);
        assertThat(told(queue.file(fill, 1_000))).containsExactly("fill-7 WAITING");
        assertThat(queue.file(fill, 1_000)).isEmpty();

        RequestStatus failed = queue.fail(queue.current().orElseThrow(), "no such column");
        assertThat(told(List.of(failed))).containsExactly("fill-7 REFUSED");
        assertThat(failed.message()).isEqualTo("no such column");
        assertThat(told(queue.file(fill, 1_000))).containsExactly("fill-7 WAITING");
    }

    @Test
    void aDayWhoseSweepHasFailedIsNotSweptAgain() {
        LocalDate day = LocalDate.of(2026, 1, 2);
        queue.sweep(day, 1_000);
        queue.fail(queue.current().orElseThrow(), "memory");

        assertThat(queue.sweep(day, 1_000)).isEmpty();
    }

    @Test
    void aRequestThatIsSentTwiceIsOne() {
        take(ask("a", "02", "03"));

        assertThat(take(ask("a", "02", "03"))).isEmpty();
        assertThat(queue.snapshot().open()).hasSize(1);
        assertThat(queue.snapshot().next()).containsEntry(PARTITION, 2L);
    }

    /** Else it would be done though the one that covers it was cancelled. */
    @Test
    void nobodyIsDoneWithARequestThatDidNotCoverHim() {
        take(ask("early", "02", "03"));
        RequestStatus early = queue.begin(queue.current().orElseThrow(), 7);
        queue.put(early.advanced(new Cursor(0, "R-1", 5), 3));
        take("{\"id\":\"early\",\"do\":\"pause\"}");
        take(ask("all", "01", "30"));
        take(ask("part", "05", "06"));
        queue.begin(queue.current().orElseThrow(), 7);
        take("{\"id\":\"early\",\"do\":\"resume\"}");

        assertThat(finish(queue.current().orElseThrow())).containsExactly("early DONE");
        assertThat(finish(queue.current().orElseThrow())).containsExactly("part DONE", "all DONE");
    }

    @Test
    void theLastBucketsOfAllAreWithinWhatTablesHold() {
        RequestStatus request =
                take("{\"id\":\"a\",\"from\":\"1970-01-01T00:00:00Z\",\"to\":\"2106-02-07T06:28:15Z\",\"reason\":\"r\"}")
                        .get(0);

        assertThat(request.toSeconds()).isEqualTo(0xFFFF_FFFFL);
    }

    @Test
    void aRangeWithoutAnyBucketIsRefused() {
        assertThat(
                        told(
                                take(
                                        "{\"id\":\"a\",\"from\":\"1970-01-01T00:01:00Z\",\"to\":\"1970-01-01T00:02:00Z\",\"reason\":\"r\"}")))
                .containsExactly("a REFUSED");
        assertThat(queue.current()).isEmpty();
    }

    @Test
    void rangesBeginAndEndWhereBucketsDo() {
        RequestStatus request =
                take("{\"id\":\"a\",\"from\":\"1970-01-01T00:00:01Z\",\"to\":\"1970-01-01T02:00:00.5Z\",\"reason\":\"r\"}")
                        .get(0);

        assertThat(request.fromSeconds()).isEqualTo(HOUR);
        assertThat(request.toSeconds()).isEqualTo(3 * HOUR);
    }

    /** Bytes of state: whoever changes them raises the version. */
    @Test
    void stateOfThisReleaseIsReadByLaterOnes() throws Exception {
        take(ask("a", "02", "03"));
        RequestStatus begun = queue.begin(queue.current().orElseThrow(), 300);
        queue.put(begun.advanced(new Cursor(1, "R-1", -5), 200));
        RequestSplit split = new RequestSplit(false, 1_790_000_000L, queue.snapshot(), 3);
        RequestSplit.Format format = new RequestSplit.Format();

        assertThat(format.deserialize(1, HexFormat.of().parseHex(GOLDEN)))
                .as("before the job asked itself")
                .isEqualTo(split);

        queue.file(fill("fill-7"), 5);
        RequestSplit own = new RequestSplit(false, 1_790_000_000L, queue.snapshot(), 3);
        byte[] bytes = format.serialize(own);

        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(GOLDEN_OWN);
        assertThat(format.deserialize(2, bytes)).isEqualTo(own);
    }

    private static RequestMessage.Ask fill(String id) {
        return new RequestMessage.Ask(
                id, List.of(), Instant.EPOCH, Instant.parse("2026-02-01T00:00:00Z"), "new measure", 0);
    }

    @Test
    void aDayIsSweptOnceAndNoMoreThanTheLastDayIsRemembered() {
        LocalDate day = LocalDate.of(2026, 1, 2);
        assertThat(told(queue.sweep(day, 5))).containsExactly("sweep-2026-01-02 WAITING");
        RequestStatus request = queue.current().orElseThrow();
        assertThat(Instant.ofEpochSecond(request.fromSeconds())).isEqualTo(Instant.parse("2026-01-02T00:00:00Z"));
        assertThat(Instant.ofEpochSecond(request.toSeconds())).isEqualTo(Instant.parse("2026-01-03T00:00:00Z"));
        assertThat(queue.sweep(day, 6)).as("while it is open").isEmpty();
        finish(queue.begin(request, 7));

        queue = new RequestQueue(queue.snapshot(), DEFAULT_RATE, HOUR, FrozenLine.NONE);
        assertThat(queue.sweep(day, 7)).as("after it is done").isEmpty();
        assertThat(told(queue.sweep(day.plusDays(1), 8))).containsExactly("sweep-2026-01-03 WAITING");
        assertThat(queue.snapshot().filed()).containsExactly("sweep-2026-01-03");
    }

    @Test
    void whatIsFrozenIsNotComputedAgain() {
        queue = new RequestQueue(
                RequestQueue.Snapshot.EMPTY, DEFAULT_RATE, HOUR, FrozenLine.before(LocalDate.of(2026, 1, 3)));

        assertThat(take(ask("before", "01", "03"))).singleElement().satisfies(request -> {
            assertThat(request.state()).isEqualTo(RequestStatus.State.REFUSED);
            assertThat(request.message()).contains("retention.frozen.before, 2026-01-03: these cells are frozen");
        });
        assertThat(told(take(ask("across", "01", "04")))).containsExactly("across WAITING");
    }

    @Test
    void whatTheJobAsksItselfIsTakenInOnceWhateverBecomesOfIt() {
        take(ask("a", "02", "03"));
        assertThat(told(queue.file(fill("fill-7"), 5))).containsExactly("fill-7 WAITING");
        assertThat(queue.file(fill("fill-7"), 6)).as("while it is open").isEmpty();
        finish(queue.begin(queue.current().orElseThrow(), 7));
        RequestStatus fill = queue.current().orElseThrow();
        assertThat(fill.requestedMillis()).isEqualTo(5);
        assertThat(fill.rate()).isEqualTo(DEFAULT_RATE);
        assertThat(finish(queue.begin(fill, 7))).containsExactly("fill-7 DONE");

        queue = new RequestQueue(queue.snapshot(), DEFAULT_RATE, HOUR, FrozenLine.NONE);
        assertThat(queue.file(fill("fill-7"), 8)).as("after it is done").isEmpty();
        assertThat(told(queue.file(fill("fill-8"), 9))).containsExactly("fill-8 WAITING");
    }

    @Test
    void oneThatACheckpointDoesNotHaveIsTakenInAgain() {
        RequestQueue.Snapshot before = queue.snapshot();
        queue.file(fill("fill-7"), 5);

        queue = new RequestQueue(before, DEFAULT_RATE, HOUR, FrozenLine.NONE);
        assertThat(told(queue.file(fill("fill-7"), 6))).containsExactly("fill-7 WAITING");
    }
}
