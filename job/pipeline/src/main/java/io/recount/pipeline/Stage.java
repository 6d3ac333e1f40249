package io.recount.pipeline;

/** Every operator of the job: its uid, which state is found by and which never changes, and what the web UI shows. */
public enum Stage {
    SOURCE("receipts-source", "Receipts", "Reads the topics"),
    DECODE("decode", "Decode", "Messages become documents, dead letters and counts"),
    SCAN("scan", "Scan", "Searches the published tables for rows of abandoned timelines, to compute them again"),
    REQUESTS("requests", "Requests", "Works on requests to compute cells again, beside the live documents"),
    WATERMARKS("watermarks", "Watermarks", "Event time; decides lateness, never correctness"),
    CELLS("cells", "Cells", "Folds documents into cells, shifts and field cells, by register"),
    CLICKHOUSE("clickhouse", "ClickHouse", "Documents before the checkpoint, cells with its commit"),
    DEAD_LETTERS("dead-letters", "Dead letters", "Messages without place, id or version");

    private final String uid;
    private final String title;
    private final String description;

    Stage(String uid, String title, String description) {
        this.uid = uid;
        this.title = title;
        this.description = description;
    }

    public String uid() {
        return uid;
    }

    public String title() {
        return title;
    }

    public String description() {
        return description;
    }
}
