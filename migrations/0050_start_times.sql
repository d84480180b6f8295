-- Up to which moment reminders of the start have been seen to.
ALTER TABLE matches ADD COLUMN reminded_ms INTEGER NOT NULL DEFAULT 0;
