-- Copies rows of `cells` as they are inserted, with the rights of whoever creates it.
CREATE MATERIALIZED VIEW IF NOT EXISTS ${database}.cell_history_feed TO ${database}.cell_history
AS SELECT ${names} FROM ${database}.cells
