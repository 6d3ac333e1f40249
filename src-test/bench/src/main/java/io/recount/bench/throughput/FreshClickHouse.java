package io.recount.bench.throughput;

import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Secret;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.flink.util.FileUtils;

/** ClickHouse for one measurement, with empty tables: merges of one measurement never fall into another. */
public final class FreshClickHouse implements AutoCloseable {

    public static final String DATABASE = "recount";

    private final Path folder;
    private final LocalClickHouse engine;

    private FreshClickHouse(Path folder, LocalClickHouse engine) {
        this.folder = folder;
        this.engine = engine;
    }

    public static FreshClickHouse start(Path folder, Path modelFile) throws IOException, InterruptedException {
        FileUtils.deleteDirectory(folder.toFile());
        LocalClickHouse engine = LocalClickHouse.builder(folder).build();
        engine.start();
        FreshClickHouse fresh = new FreshClickHouse(folder, engine);
        ClickHouseAccess access =
                new ClickHouseAccess(engine.httpEndpoint(), "default", engine.user(), new Secret(engine.password()));
        try (ClickHouseClient client = new ClickHouseClient(access)) {
            new Installation(client, new Schema(ModelFile.read(modelFile), DATABASE)).apply(done -> {});
        }
        return fresh;
    }

    public URI endpoint() {
        return engine.httpEndpoint();
    }

    public long pid() throws IOException {
        return EnginePid.of(folder);
    }

    @Override
    public void close() {
        engine.close();
    }
}
