-- For people and programs that read reports, and that audit. Views read their tables with the rights of whoever asks.
CREATE ROLE IF NOT EXISTS ${role};
GRANT SELECT ON ${database}.* TO ${role};
GRANT INSERT ON ${database}.audits TO ${role};
