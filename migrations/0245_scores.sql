-- The score at the end, as JSON; the same for both seats. Statistics of earlier versions have none.
ALTER TABLE match_statistics ADD COLUMN score TEXT;
