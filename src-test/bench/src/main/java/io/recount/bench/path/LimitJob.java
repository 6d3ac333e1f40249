package io.recount.bench.path;

import io.recount.cells.model.Model;
import io.recount.kafka.LogElement;
import io.recount.kafka.RawRecord;
import java.io.IOException;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/** {@link BenchPath#LIMIT}. */
final class LimitJob {

    private LimitJob() {}

    static void build(DataStream<LogElement> log, Model model) {
        log.flatMap(new Parse(model))
                .returns(Types.LONG)
                .uid("parse")
                .sinkTo(new DiscardingSink<>())
                .uid("nowhere");
    }

    /** Emits something of every message. */
    private static final class Parse extends RichFlatMapFunction<LogElement, Long> {

        private static final long serialVersionUID = 1;

        private final Model model;
        private transient NamedFields fields;

        Parse(Model model) {
            this.model = model;
            this.fields = new NamedFields(model);
        }

        @Override
        public void open(OpenContext context) {
            fields = new NamedFields(model);
        }

        @Override
        public void flatMap(LogElement element, Collector<Long> out) {
            byte[] value = element instanceof RawRecord raw ? raw.value() : null;
            if (value != null) {
                out.collect(length(value));
            }
        }

        private long length(byte[] message) {
            try {
                return fields.read(message);
            } catch (IOException e) {
                return 0;
            }
        }
    }
}
