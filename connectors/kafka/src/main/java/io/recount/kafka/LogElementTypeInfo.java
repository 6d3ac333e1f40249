package io.recount.kafka;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Flink's type of a {@link LogElement}. */
public final class LogElementTypeInfo extends TypeInformation<LogElement> {

    public static final LogElementTypeInfo INSTANCE = new LogElementTypeInfo();

    private static final long serialVersionUID = 1;

    private LogElementTypeInfo() {}

    @Override
    public TypeSerializer<LogElement> createSerializer(SerializerConfig config) {
        return LogElementSerializer.INSTANCE;
    }

    @Override
    public Class<LogElement> getTypeClass() {
        return LogElement.class;
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
        return other instanceof LogElementTypeInfo;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LogElementTypeInfo;
    }

    @Override
    public int hashCode() {
        return LogElementTypeInfo.class.hashCode();
    }

    @Override
    public String toString() {
        return "LogElement";
    }

    private Object readResolve() {
        return INSTANCE;
    }
}
