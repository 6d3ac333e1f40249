-- A table of all shards as one, to read from; it holds nothing, and has the columns that the tables have now. A query for one register asks its shard alone with the setting
-- optimize_skip_unused_shards = 1.
CREATE OR REPLACE TABLE ${all}.${table} AS ${database}.${table}
ENGINE = Distributed(${cluster}, ${local}, ${table}${sharding_key})
COMMENT 'Table ${table} of all shards'
