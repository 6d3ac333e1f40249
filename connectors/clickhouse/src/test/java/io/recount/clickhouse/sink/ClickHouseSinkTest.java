package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.SinkTable;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

final class ClickHouseSinkTest {

    @Test
    void theGraphHasOneAggregatorAndEveryOperatorAUid() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.enableCheckpointing(1000);
        environment
                .fromSource(new NumberSequenceSource(0, 9), WatermarkStrategy.noWatermarks(), "numbers", Types.LONG)
                .uid("numbers")
                .<SinkElement>map(number -> new Progress(List.of(), Map.of(), number))
                .returns(SinkElementTypeInfo.INSTANCE)
                .uid("progress")
                .sinkTo(ClickHouseSink.builder()
                        .access(new ClickHouseAccess(
                                URI.create("http://localhost:8123"), "db", "user", new Secret("hunter2")))
                        .table(new SinkTable("t", Phase.ON_COMMIT, List.of(new Column("a", "UInt8"))))
                        .timeline(1)
                        .build())
                .name("ClickHouse")
                .uid("clickhouse")
                .setParallelism(3);
        assertThat(environment.getStreamGraph().getStreamNodes())
                .extracting(StreamNode::getTransformationUID, StreamNode::getOperatorName, StreamNode::getParallelism)
                .contains(
                        tuple("clickhouse", "ClickHouse: Writer", 3),
                        tuple("clickhouse: aggregator", "ClickHouse: Seal checkpoints", 1),
                        tuple("Sink Committer: clickhouse", "ClickHouse: Committer", 3));
    }
}
