package io.recount.bench.naive;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;

/** A receipt as Jackson binds it and as Flink's own serializer for such classes keeps it; only fields that are measured. */
@JsonIgnoreProperties(ignoreUnknown = true)
public final class Receipt {

    private static final long SECONDS_AN_HOUR = 3_600;

    public String kind = "";
    public String register = "";
    public String drive = "";
    public long number;
    public long shift;
    public String printedAt = "";
    public String writtenAt = "";
    public boolean deleted;
    public String type = "";
    public BigDecimal total = BigDecimal.ZERO;
    public Map<String, BigDecimal> payments = new HashMap<>();
    public Map<String, BigDecimal> vat = new HashMap<>();
    public BigDecimal discount = BigDecimal.ZERO;
    public BigDecimal tips = BigDecimal.ZERO;
    public long items;
    public long markedItems;
    public String channel = "";

    String id() {
        return drive + "/" + number;
    }

    /** Shift and hour, in UTC. */
    String cell() {
        return shift + "/" + OffsetDateTime.parse(printedAt).toEpochSecond() / SECONDS_AN_HOUR;
    }

    /** A redelivery is not. */
    boolean isNewerThan(Receipt other) {
        return Instant.parse(writtenAt).isAfter(Instant.parse(other.writtenAt));
    }
}
