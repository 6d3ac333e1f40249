package io.recount.cli.invalidate;

import io.recount.pipeline.requests.Excerpt;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All requests that the job knows of.
 *
 * @param all oldest first
 */
public record KnownRequests(List<RequestStatus> all) {

    private static final int ENDED_SHOWN = 20;

    public KnownRequests {
        all = List.copyOf(all);
    }

    /** Those with something left to do, and the last of the others. */
    public List<RequestStatus> recent() {
        List<RequestStatus> ended =
                all.stream().filter(each -> !each.state().isOpen()).toList();
        List<RequestStatus> recent = ended.subList(Math.max(0, ended.size() - ENDED_SHOWN), ended.size());
        return all.stream()
                .filter(each -> each.state().isOpen() || recent.contains(each))
                .toList();
    }

    /** Says that there is none of that name, and which there are. */
    public String refusal(String id) {
        String known = all.isEmpty()
                ? "none"
                : recent().stream()
                        .map(each -> each.id() + " (" + each.state() + ")")
                        .collect(Collectors.joining(", "));
        return "There is no request " + new Excerpt(id) + ". Known: " + known
                + ". One that was sent just now is known after the job's next checkpoint";
    }
}
