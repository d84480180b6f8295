-- Counts the writes to a match's row and entries: a commit names the revision that it was made from.
ALTER TABLE matches ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
