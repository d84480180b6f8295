-- Whether a running match waits for its start, is played, or stands still.
ALTER TABLE matches ADD COLUMN stage TEXT NOT NULL DEFAULT 'playing' CHECK (stage IN ('waiting', 'playing', 'paused'));
