package io.recount.harness.feed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A person's own messages as deliveries: one a line, bytes as they are, empty lines left out. The key is the text at
 * a path, null where it can't be read.
 */
public final class Sample implements Iterator<Delivery>, AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;
    private final List<String> keyPath;
    private final InputStream lines;
    private byte @Nullable [] ahead;

    /**
     * Opens the file and reads its first line.
     *
     * @param keyPath keys from the root of a message to what documents are keyed by
     */
    public Sample(Path file, List<String> keyPath) throws IOException {
        this.file = file;
        this.keyPath = List.copyOf(keyPath);
        this.lines = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        this.ahead = nextLine();
    }

    @Override
    public boolean hasNext() {
        return ahead != null;
    }

    @Override
    public Delivery next() {
        byte[] line = ahead;
        if (line == null) {
            throw new NoSuchElementException(file + " has no more lines; ask hasNext() first");
        }
        try {
            ahead = nextLine();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " could not be read further", e);
        }
        String key = key(line);
        return new Delivery(key, line, (key == null ? Arrays.hashCode(line) : key.hashCode()) >>> 1);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private @Nullable String key(byte[] line) {
        try {
            JsonNode node = JSON.readTree(line);
            for (String key : keyPath) {
                node = node.path(key);
            }
            return node.textValue();
        } catch (IOException e) {
            return null;
        }
    }

    private byte @Nullable [] nextLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(640);
        int read;
        do {
            read = lines.read();
            if (read >= 0 && read != '\n') {
                line.write(read);
            } else if (line.size() > 0) {
                byte[] text = withoutReturn(line.toByteArray());
                if (text.length > 0) {
                    return text;
                }
                line.reset();
            }
        } while (read >= 0);
        return null;
    }

    private static byte[] withoutReturn(byte[] line) {
        return line[line.length - 1] == '\r' ? Arrays.copyOf(line, line.length - 1) : line;
    }
}
