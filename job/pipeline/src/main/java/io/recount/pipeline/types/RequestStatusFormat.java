package io.recount.pipeline.types;

import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import java.util.ArrayList;
import java.util.List;

/** How the status of a request is packed, on its way and in state. */
public final class RequestStatusFormat {

    private RequestStatusFormat() {}

    public static void write(RequestStatus status, PackedWriter out) {
        out.text(status.id());
        out.unsigned(status.state().code());
        out.text(status.log());
        out.unsigned(status.partition());
        out.unsigned(status.offset());
        out.signed(status.requestedMillis());
        out.unsigned(status.registers().size());
        status.registers().forEach(out::text);
        out.signed(status.fromSeconds());
        out.signed(status.toSeconds());
        out.text(status.reason());
        out.unsigned(status.rate());
        out.text(status.message());
        out.unsigned(status.documents());
        out.unsigned(status.expanded());
        out.unsigned(status.pages());
        out.unsigned(status.cursor().shard());
        out.text(status.cursor().register());
        out.signed(status.cursor().page());
    }

    public static RequestStatus read(PackedReader in) {
        return new RequestStatus(
                in.text(),
                RequestStatus.State.of((int) in.unsigned()),
                in.text(),
                (int) in.unsigned(),
                in.unsigned(),
                in.signed(),
                texts(in),
                in.signed(),
                in.signed(),
                in.text(),
                in.unsigned(),
                in.text(),
                in.unsigned(),
                in.unsigned(),
                in.unsigned(),
                new RequestStatus.Cursor((int) in.unsigned(), in.text(), in.signed()));
    }

    private static List<String> texts(PackedReader in) {
        List<String> texts = new ArrayList<>();
        for (long left = in.unsigned(); left > 0; left--) {
            texts.add(in.text());
        }
        return texts;
    }
}
