package io.recount.cells;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;

/** Models that tests share. */
public final class Models {

    /** Every kind of measure, filter and piece once. */
    public static final Model SMALL = ModelFile.parse("small.yaml", """
            recount: 1
            name: small
            enums:
              kind: {SALE: {id: 1}, REFUND: {id: 2}}
              payment: {cash: {id: 1}, card: {id: 2}}
            fields:
              type: {type: text}
              register: {type: text, max: 8}
              drive: {type: text}
              number: {type: uint}
              shift: {type: uint}
              at: {type: instant(offset)}
              written: {type: instant(epoch_ms)}
              deleted: {type: bool}
              kind: {type: enum(kind), required: true}
              total: {type: money(2), required: true}
              balance: {type: int}
              payments: {type: "map(payment, money(2))"}
              custom: {type: map(text), max: 16}
              note: {type: text, max: 5, path: extra.note}
            document:
              key: register
              id: {scope: drive, number: number, ids: sequential}
              version: written
              time: at
              shift: shift
              bucket: 1h
              deleted: deleted
            ignore:
              status: {when: {type: status}, absent: [at]}
            dimensions:
              custom: {map: custom, measures: [count, net]}
            measures:
              - {name: count, id: 1, count: true}
              - {name: net, id: 2, sum: total, negate: {kind: REFUND}}
              - {name: least, id: 3, min: total, where: {kind: SALE}}
              - {name: most, id: 4, max: total, where: {kind: [SALE, REFUND]}}
              - {name: earliest, id: 5, first: number}
              - {name: latest, id: 7, last: total}
              - {name: noted, id: 9, count: note}
              - {name: balance, id: 10, sum: balance}
              - {name: "{k}_{p}", id: {base: 20, k: 5, p: 1}, each: {k: kind, p: payment}, sum: "payments.{p}", where: {kind: "{k}"}}
            """);

    private Models() {}
}
