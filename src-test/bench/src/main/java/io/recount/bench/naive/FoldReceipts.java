package io.recount.bench.naive;

import java.time.DateTimeException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Keeps the newest version of every receipt and the totals of every cell, reads and writes both for every receipt, and emits
 * the number of measures of each cell that it changed.
 */
final class FoldReceipts extends KeyedProcessFunction<String, Receipt, Long> {

    private static final long serialVersionUID = 1;
    private static final MapStateDescriptor<String, Receipt> RECEIPTS =
            new MapStateDescriptor<>("receipts", Types.STRING, TypeInformation.of(Receipt.class));
    private static final MapStateDescriptor<String, Map<Integer, Long>> CELLS =
            new MapStateDescriptor<>("cells", Types.STRING, Types.MAP(Types.INT, Types.LONG));

    private final Totals totals;
    private transient MapState<String, Receipt> receipts;
    private transient MapState<String, Map<Integer, Long>> cells;

    @SuppressWarnings("NullAway.Init") // states are there once it is open
    FoldReceipts(Totals totals) {
        this.totals = totals;
    }

    @Override
    public void open(OpenContext context) {
        receipts = getRuntimeContext().getMapState(RECEIPTS);
        cells = getRuntimeContext().getMapState(CELLS);
    }

    @Override
    public void processElement(Receipt receipt, Context context, Collector<Long> out) throws Exception {
        String id = receipt.id();
        Receipt known = receipts.get(id);
        try {
            if (known != null && !receipt.isNewerThan(known)) {
                return;
            }
            if (known != null) {
                change(known, -1, out);
            }
            change(receipt, 1, out);
        } catch (DateTimeException e) {
            return;
        }
        receipts.put(id, receipt);
    }

    private void change(Receipt receipt, int sign, Collector<Long> out) throws Exception {
        String key = receipt.cell();
        Map<Integer, Long> cell = cells.get(key);
        if (cell == null) {
            cell = new HashMap<>();
        }
        totals.add(cell, receipt, sign);
        cells.put(key, cell);
        out.collect((long) cell.size());
    }
}
