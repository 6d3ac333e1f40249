-- Messages as they came, for `recount errors replay`.
ALTER TABLE ${database}.documents ADD COLUMN IF NOT EXISTS _raw String CODEC(ZSTD(1)) COMMENT 'The message as it came; empty unless documents.raw.enabled';
ALTER TABLE ${database}.dead_letters ADD COLUMN IF NOT EXISTS raw SimpleAggregateFunction(max, String) CODEC(ZSTD(1)) COMMENT 'The message as it came; empty unless documents.raw.enabled';
