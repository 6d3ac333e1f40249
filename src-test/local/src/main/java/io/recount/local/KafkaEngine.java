package io.recount.local;

/** A Kafka broker. Topics are made by those who use them. */
public interface KafkaEngine extends Engine {

    /** What clients take as {@code bootstrap.servers}. */
    String bootstrapServers();
}
