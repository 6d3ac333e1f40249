package io.recount.kafka;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Passes records on as they are; what they mean is decided by whoever can say what becomes of those that mean nothing. */
public final class RecordDeserializer implements KafkaRecordDeserializationSchema<RawRecord> {

    private static final long serialVersionUID = 1;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<RawRecord> out) {
        out.collect(new RawRecord(
                record.topic(), record.partition(), record.offset(), record.timestamp(), record.key(), record.value()));
    }

    @Override
    public TypeInformation<RawRecord> getProducedType() {
        return RawRecordTypeInfo.INSTANCE;
    }
}
