package io.recount.clickhouse.example;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TableRow;
import io.recount.clickhouse.sink.ClickHouseSink;
import io.recount.clickhouse.sink.SinkElementTypeInfo;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A whole job: 10,000 orders go into a table, each exactly once, as its checkpoints complete. Run it with the HTTP address of a
 * server that has the tables {@code shop.orders} and {@code shop.commits}.
 */
public final class OrdersJob {

    private static final long ORDERS = 10_000;
    private static final double ORDERS_A_SECOND = 5_000;
    private static final int CHECKPOINT_MILLIS = 500;

    private OrdersJob() {}

    public static void main(String[] arguments) throws Exception {
        SinkTable orders = new SinkTable(
                "orders",
                Phase.ON_COMMIT,
                List.of(new Column("id", "UInt64"), new Column("customer", "String"), new Column("cents", "Int64")));
        ClickHouseSink sink = ClickHouseSink.builder()
                .access(new ClickHouseAccess(URI.create(arguments[0]), "shop", "default", new Secret("")))
                .table(orders)
                .timeline(Instant.now().getEpochSecond())
                .job("orders")
                .build();

        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.enableCheckpointing(CHECKPOINT_MILLIS);
        environment
                .fromSource(
                        new DataGeneratorSource<>(
                                number -> number, ORDERS, RateLimiterStrategy.perSecond(ORDERS_A_SECOND), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "orders")
                .uid("orders")
                .map(OrdersJob::row)
                .returns(SinkElementTypeInfo.INSTANCE)
                .uid("rows")
                .sinkTo(sink)
                .name("ClickHouse")
                .uid("clickhouse");
        environment.execute("orders");
    }

    private static SinkElement row(long number) {
        byte[] row = new RowWriter()
                .uint64(number)
                .string("customer " + number % 7)
                .int64(100 + number)
                .toRow();
        // Of table 0, on the only shard, in the only partition, in its first version; the first column is the key.
        return new TableRow(0, 0, 0, 1, Long.BYTES, row);
    }
}
