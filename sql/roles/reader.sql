-- For people and programs that read reports. Views read their tables with the rights of whoever asks.
CREATE ROLE IF NOT EXISTS ${role};
GRANT SELECT ON ${database}.* TO ${role};
