package io.recount.cli.invalidate;

import io.recount.cli.output.TextTable;
import io.recount.pipeline.requests.Excerpt;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Requests for people: a line each, or all about one. */
public final class StatusTable {

    private static final int REASON_CHARACTERS = 40;
    private static final int REGISTER_CHARACTERS = 40;
    private static final int REGISTERS_SHOWN = 20;

    private StatusTable() {}

    /** A line each, below a head. */
    public static List<String> list(List<RequestStatus> requests) {
        TextTable table = new TextTable(
                "id",
                "state",
                "requested",
                "from",
                "to",
                "registers",
                "documents",
                "done",
                "changed",
                "left",
                "reason");
        for (RequestStatus each : requests) {
            table.add(
                    each.id(),
                    each.state().toString(),
                    second(each.requestedAt()),
                    isUnread(each) ? "" : second(each.from()),
                    isUnread(each) ? "" : second(each.to()),
                    isUnread(each)
                            ? ""
                            : each.registers().isEmpty()
                                    ? "all"
                                    : number(each.registers().size()),
                    number(each.documents()),
                    each.share(),
                    number(each.changed()),
                    each.left(),
                    new Excerpt(isUnread(each) ? each.message() : each.reason(), REASON_CHARACTERS).shown());
        }
        return table.lines();
    }

    /** Of a message that was none, nothing but what is wrong with it is known. */
    private static boolean isUnread(RequestStatus request) {
        return request.reason().isEmpty() && request.from().equals(request.to());
    }

    /** All about one, a line each. */
    public static List<String> sheet(RequestStatus request) {
        TextTable table = new TextTable("id", request.id());
        table.add("state", state(request));
        table.add("reason", new Excerpt(request.reason()).shown());
        table.add("requested", second(request.requestedAt()));
        table.add("from", second(request.from()));
        table.add("to", second(request.to()));
        table.add("registers", registers(request.registers()));
        table.add("rate", number(request.rate()) + " documents a second");
        table.add("documents", number(request.expanded()) + " of " + number(request.documents()) + " are computed");
        table.add("remaining", number(request.remaining()) + " documents");
        table.add("pages", number(request.pages()));
        table.add(
                "values",
                number(request.recomputed()) + " compared, " + number(request.changed()) + " published again");
        table.add("left", request.left());
        table.add("updated", second(request.updatedAt()));
        return table.lines();
    }

    private static String state(RequestStatus request) {
        return request.message().isBlank()
                ? request.state().toString()
                : request.state() + ": " + new Excerpt(request.message()).shown();
    }

    private static String registers(List<String> registers) {
        if (registers.isEmpty()) {
            return "all";
        }
        String shown = String.join(
                ", ",
                registers.stream()
                        .limit(REGISTERS_SHOWN)
                        .map(register -> new Excerpt(register, REGISTER_CHARACTERS).shown())
                        .toList());
        int more = registers.size() - REGISTERS_SHOWN;
        return more > 0 ? shown + " and " + number(more) + " more" : shown;
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String second(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
