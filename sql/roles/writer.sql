-- For the user of the job. It reads what it has published, to go on from it.
CREATE ROLE IF NOT EXISTS ${role};
GRANT SELECT, INSERT ON ${database}.documents TO ${role};
GRANT SELECT, INSERT ON ${database}.cells TO ${role};
GRANT SELECT, INSERT ON ${database}.shifts TO ${role};
GRANT SELECT, INSERT ON ${database}.field_cells TO ${role};
GRANT SELECT, INSERT ON ${database}.commits TO ${role};
GRANT INSERT ON ${database}.dead_letters TO ${role};
GRANT INSERT ON ${database}.log_gaps TO ${role};
