package io.recount.kafka;

import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/** What has to be known of the connector's consumer beyond the records it brings. For the thread that owns it. */
interface ConsumerProgress {

    /** Whether a fetch came to its end since this was last asked. */
    boolean takeEndOfFetch();

    /** The offset behind everything that was polled, markers of transactions included; empty if it can't be told now. */
    OptionalLong position(TopicPartition partition);
}
