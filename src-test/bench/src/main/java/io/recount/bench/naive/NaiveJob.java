package io.recount.bench.naive;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.recount.cells.model.Model;
import io.recount.kafka.LogElement;
import io.recount.kafka.RawRecord;
import java.io.IOException;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/** Decode into objects, key them, fold each one in state. What can't be read is dropped. */
public final class NaiveJob {

    private NaiveJob() {}

    /** Adds the job behind its source. */
    public static void build(DataStream<LogElement> log, Model model) {
        log.flatMap(new Decode())
                .returns(TypeInformation.of(Receipt.class))
                .uid("decode")
                .keyBy(receipt -> receipt.register, Types.STRING)
                .process(new FoldReceipts(new Totals(model)))
                .returns(Types.LONG)
                .uid("fold")
                .sinkTo(new DiscardingSink<>())
                .uid("nowhere");
    }

    private static final class Decode implements FlatMapFunction<LogElement, Receipt> {

        private static final long serialVersionUID = 1;
        private static final ObjectReader JSON = JsonMapper.builder()
                .defaultSetterInfo(JsonSetter.Value.construct(Nulls.SKIP, Nulls.SKIP))
                .build()
                .readerFor(Receipt.class);

        @Override
        public void flatMap(LogElement element, Collector<Receipt> out) throws IOException {
            byte[] value = element instanceof RawRecord raw ? raw.value() : null;
            if (value == null) {
                return;
            }
            Receipt receipt;
            try {
                receipt = JSON.readValue(value);
            } catch (JsonProcessingException e) {
                return;
            }
            if (receipt.kind.equals("receipt")) {
                out.collect(receipt);
            }
        }
    }
}
