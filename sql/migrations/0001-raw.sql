-- Messages as they came, for `recount errors replay`.
ALTER TABLE ${database}.documents ADD COLUMN IF NOT EXISTS _raw String COMMENT 'The message as it came; empty unless documents.raw.enabled' CODEC(ZSTD(1));
ALTER TABLE ${database}.dead_letters ADD COLUMN IF NOT EXISTS raw SimpleAggregateFunction(max, String) COMMENT 'The message as it came; empty unless documents.raw.enabled' CODEC(ZSTD(1));
