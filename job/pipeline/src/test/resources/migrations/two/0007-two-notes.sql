ALTER TABLE ${database}.cells ADD COLUMN IF NOT EXISTS second String;
ALTER TABLE ${database}.shifts
    ADD COLUMN IF NOT EXISTS second String;
