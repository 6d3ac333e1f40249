package io.recount.clickhouse.sink;

import io.recount.clickhouse.SinkElement;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Flink's type of a {@link SinkElement}, for {@code returns(SinkElementTypeInfo.INSTANCE)}. */
public final class SinkElementTypeInfo extends TypeInformation<SinkElement> {

    public static final SinkElementTypeInfo INSTANCE = new SinkElementTypeInfo();

    private static final long serialVersionUID = 1;

    private SinkElementTypeInfo() {}

    @Override
    public TypeSerializer<SinkElement> createSerializer(SerializerConfig config) {
        return SinkElementSerializer.INSTANCE;
    }

    @Override
    public Class<SinkElement> getTypeClass() {
        return SinkElement.class;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof SinkElementTypeInfo;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SinkElementTypeInfo;
    }

    @Override
    public int hashCode() {
        return SinkElementTypeInfo.class.hashCode();
    }

    @Override
    public String toString() {
        return "SinkElement";
    }

    private Object readResolve() {
        return INSTANCE;
    }
}
