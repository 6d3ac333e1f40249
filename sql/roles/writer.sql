-- For the user of the job. It reads what it has published, to go on from it. It deletes rows only of versions that no job
-- has, when somebody asks for their cells to be computed again.
CREATE ROLE IF NOT EXISTS ${role};
GRANT SELECT, INSERT ON ${database}.documents TO ${role};
GRANT SELECT, INSERT, ALTER DELETE ON ${database}.cells TO ${role};
GRANT SELECT, INSERT, ALTER DELETE ON ${database}.shifts TO ${role};
GRANT SELECT, INSERT, ALTER DELETE ON ${database}.field_cells TO ${role};
GRANT SELECT, INSERT ON ${database}.commits TO ${role};
GRANT SELECT, INSERT ON ${database}.dead_letters TO ${role};
GRANT SELECT, INSERT ON ${database}.log_gap_repairs TO ${role};
GRANT SELECT, INSERT ON ${database}.log_gaps TO ${role};
GRANT SELECT, INSERT ON ${database}.models TO ${role};
GRANT SELECT, INSERT ON ${database}.invalidation_requests TO ${role};
GRANT INSERT ON ${database}.invalidation_counts TO ${role};
GRANT INSERT ON ${database}.audits TO ${role};
