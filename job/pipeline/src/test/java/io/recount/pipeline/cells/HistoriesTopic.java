package io.recount.pipeline.cells;

import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.Problem;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.model.Model;
import io.recount.harness.histories.Step;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.DeliverySerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Messages as the stage gets them: decoded from their bytes, and then through the serializer of the exchange, as in the
 * job.
 */
final class HistoriesTopic {

    static final String NAME = "documents";

    private final DocumentDecoder decoder;
    private final DeliverySerializer exchange;
    private final List<byte[]> messages = new ArrayList<>();
    private final List<Step> unread = new ArrayList<>();
    private final List<@Nullable Delivery> deliveries = new ArrayList<>();

    HistoriesTopic(Model model) {
        Layout layout = new Layout(model);
        this.decoder = new DocumentDecoder(model, layout, 1 << 20);
        this.exchange = new DeliverySerializer(layout);
    }

    void append(Step step) {
        append(step.message().bytes(), step.partition());
    }

    void append(byte[] message, int partition) {
        append(message, partition, decoder.decode(message) instanceof Document document ? document : null);
    }

    /** As a job reads it whose model is not mended yet: place, id and version, and nothing else of what it can't read. */
    void appendUnreadable(Step step) {
        byte[] message = step.message().bytes();
        Document read = decoder.decode(message) instanceof Document document ? document : null;
        append(message, step.partition(), read == null ? null : unreadable(read));
        if (read != null && read.state() != Document.State.BAD) {
            unread.add(step);
        }
    }

    /** What somebody does who has mended the model: all that could not be read is sent again. */
    int replay() {
        unread.forEach(this::append);
        return unread.size();
    }

    private static Document unreadable(Document read) {
        return new Document(
                read.key(),
                read.id(),
                read.stamp(),
                Document.State.BAD,
                read.cell(),
                read.timeMicros(),
                read.values(),
                new Problem(Problem.Reason.UNKNOWN_VALUE, "a kind that the model does not know yet"));
    }

    private void append(byte[] message, int partition, @Nullable Document document) {
        messages.add(message);
        deliveries.add(
                document == null ? null : exchanged(new Delivery(NAME, partition, messages.size() - 1, 0, document)));
    }

    private Delivery exchanged(Delivery delivery) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(256);
            exchange.serialize(delivery, out);
            return exchange.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
        } catch (IOException e) {
            throw new AssertionError("a delivery could not be written to memory", e);
        }
    }

    int size() {
        return messages.size();
    }

    /** Of some document; there is one. */
    String anyRegister(SplittableRandom random) {
        while (true) {
            Delivery delivery = deliveries.get(random.nextInt(deliveries.size()));
            if (delivery != null) {
                return delivery.document().key();
            }
        }
    }

    byte[] message(int at) {
        return messages.get(at);
    }

    /** Null if the message is no document. */
    @Nullable
    Delivery delivery(int at) {
        return deliveries.get(at);
    }
}
