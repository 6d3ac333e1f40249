ALTER TABLE ${database}.cells ADD COLUMN IF NOT EXISTS other String;
