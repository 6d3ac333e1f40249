package io.recount.kafka;

import java.util.List;

/**
 * Where to begin, and what is lost by it.
 *
 * @param gaps to be written down by the caller, if the job really begins there; empty if everything is there
 */
public record StartPlan(StartOffsets offsets, List<LogGap> gaps) {

    public StartPlan {
        gaps = List.copyOf(gaps);
    }
}
