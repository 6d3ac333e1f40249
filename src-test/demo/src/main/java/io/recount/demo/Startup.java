package io.recount.demo;

import io.recount.demo.clickhouse.Sql;
import io.recount.demo.feed.Topic;
import io.recount.harness.feed.RegisterAssignment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/** Starts the engines side by side and puts into each what the job needs: tables, registers, a topic. */
record Startup(Engines engines, Job job, Topic topic, Screen screen) {

    /** Returns once all is there. */
    void run(String keyColumn, List<RegisterAssignment> registers) {
        job.configure();
        job.check();
        CompletableFuture<Void> kafka = CompletableFuture.runAsync(() -> {
            engines.kafka().start();
            topic.create();
            screen.step("Kafka answers at " + engines.kafka().bootstrapServers() + ", topic " + topic.name() + " with "
                    + topic.partitions() + " partitions");
        });
        CompletableFuture<Void> clickHouse = CompletableFuture.runAsync(() -> {
            engines.clickHouse().start();
            job.applySchema();
            assign(keyColumn, registers);
            screen.step("ClickHouse answers at " + engines.clickHouse().httpEndpoint() + ", tables are in database "
                    + Job.DATABASE);
        });
        CompletableFuture<Void> flink = CompletableFuture.runAsync(() -> {
            engines.flink().start();
            screen.step("Flink's web UI is at " + engines.flink().webUi());
        });
        try {
            CompletableFuture.allOf(kafka, clickHouse, flink).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException reason ? reason : e;
        }
    }

    private void assign(String keyColumn, List<RegisterAssignment> registers) {
        if (registers.isEmpty()) {
            return;
        }
        String rows = registers.stream()
                .map(at -> "(%s, %s, %s)"
                        .formatted(Sql.text(at.register()), Sql.text(at.store()), Sql.text(at.timeZone())))
                .collect(Collectors.joining(",\n"));
        job.clickHouse()
                .execute("INSERT INTO registers (%s, store, zone) VALUES\n%s".formatted(Sql.name(keyColumn), rows));
    }
}
