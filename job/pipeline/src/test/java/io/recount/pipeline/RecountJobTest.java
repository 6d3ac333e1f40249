package io.recount.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.sink.UnseenRows;
import io.recount.kafka.KafkaAccess;
import io.recount.kafka.StartOffsets;
import io.recount.pipeline.models.ModelHistory;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.options.StartFrom;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

class RecountJobTest {

    private static final Path MODEL_FILE = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");
    private static final Model MODEL = ModelFile.read(MODEL_FILE);
    private static final String PASSWORD = "marker-of-a-password";
    private static final Settings SETTINGS = TestSettings.of(
            new KafkaAccess("localhost:9092", List.of("receipts"), "recount", Map.of("sasl.jaas.config", PASSWORD)),
            new ClickHouseAccess(URI.create("http://localhost:8123"), "recount", "default", new Secret(PASSWORD)),
            StartFrom.STATE,
            Duration.ofSeconds(10));

    private static final Start FROM_NOTHING =
            new Start(StartOffsets.earliest(), null, UnseenRows.RECOMPUTE, List.of(), ModelHistory.NONE);

    @Test
    void everyOperatorHasAUidAndANameForPeople() throws Exception {
        StreamGraph graph = graph(new Configuration());

        assertThat(graph.getStreamNodes())
                .filteredOn(node ->
                        node.getInEdges().isEmpty() || !node.getOperatorName().contains("side output"))
                .allSatisfy(node -> assertThat(node.getTransformationUID())
                        .as(node.getOperatorName())
                        .isNotBlank());
        assertThat(graph.getStreamNodes())
                .extracting(StreamNode::getOperatorName)
                .anySatisfy(name -> assertThat(name).contains(Stage.SOURCE.title()))
                .contains(Stage.DECODE.title(), Stage.CELLS.title(), Stage.WATERMARKS.title());
    }

    @Test
    void uidsNeverChange() throws Exception {
        assertThat(graph(new Configuration()).getStreamNodes())
                .extracting(StreamNode::getTransformationUID)
                .contains("receipts-source", "decode", "scan", "watermarks", "cells", "clickhouse", "dead-letters");
    }

    @Test
    void maxParallelismIsExplicitAndGenericTypesAreOff() throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
        RecountJob.assemble(environment, SETTINGS, MODEL, clock(), FROM_NOTHING);

        assertThat(environment.getMaxParallelism()).isEqualTo(720);
        assertThat(environment.getConfiguration().get(PipelineOptions.GENERIC_TYPES))
                .isFalse();
        assertThat(environment.getConfiguration().get(PipelineOptions.AUTO_GENERATE_UIDS))
                .isFalse();
        assertThat(environment.getCheckpointConfig().getCheckpointInterval()).isEqualTo(10_000);
        assertThat(environment.getCheckpointConfig().isUnalignedCheckpointsEnabled())
                .isFalse();
    }

    @Test
    void unalignedCheckpointsAreRefused() {
        Configuration cluster = new Configuration();
        cluster.set(CheckpointingOptions.ENABLE_UNALIGNED, true);

        assertThatThrownBy(() -> graph(cluster))
                .hasMessageContaining("Unaligned checkpoints break exactness")
                .hasMessageContaining("execution.checkpointing.unaligned.enabled");
    }

    @Test
    void noPasswordIsInNamesOrDescriptions() throws Exception {
        StreamGraph graph = graph(new Configuration());

        assertThat(graph.getStreamingPlanAsJSON()).doesNotContain(PASSWORD);
    }

    private static StreamGraph graph(Configuration cluster) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(cluster);
        RecountJob.assemble(environment, SETTINGS, MODEL, clock(), FROM_NOTHING);
        return environment.getStreamGraph();
    }

    private static Clock clock() {
        return Clock.fixed(Instant.parse("2026-10-12T12:00:00Z"), ZoneOffset.UTC);
    }
}
