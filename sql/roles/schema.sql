-- For the user of `recount schema apply`. It drops no table and changes no row of results. CREATE OR REPLACE VIEW goes by
-- way of a table _tmp_replace_… and exchanges it with the view, which takes rights to tables; servers before 24.10 know no
-- prefixes: grant DROP TABLE ON ${database}.* there.
CREATE ROLE IF NOT EXISTS ${role};
GRANT CREATE DATABASE, CREATE TABLE, CREATE VIEW, DROP VIEW, ALTER COLUMN, ALTER INDEX, ALTER SETTINGS, SELECT ON ${database}.* TO ${role};
GRANT DROP TABLE ON ${database}._tmp_replace_* TO ${role};
GRANT INSERT ON ${database}.migrations TO ${role};
GRANT INSERT, ALTER TTL ON ${database}.cell_history TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.cell_report TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.shift_report TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.field_report TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.store_hour_report TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.store_day_report TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.register_hours TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.register_days TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.register_months TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.store_hours TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.store_days TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.store_months TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.shift_totals TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.field_totals TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.missing_numbers TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.errors TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.invalidations TO ${role};
GRANT INSERT, DROP TABLE ON ${database}.measures TO ${role};
