ALTER TABLE ${database}.cells ADD COLUMN IF NOT EXISTS note String DEFAULT ';';
