package io.recount.pipeline.decode;

/** A partition of one of the topics. */
record TopicPartition(String topic, int partition) {}
