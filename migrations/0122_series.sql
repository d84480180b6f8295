-- Matches of the same two, one after the other; by the interaction it was asked in.
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    -- What it is and which matches there have been, in the dealer's words.
    state TEXT NOT NULL,
    open INTEGER NOT NULL
) STRICT;

CREATE INDEX series_open ON series (id) WHERE open = 1;

-- The series a match is of, and how that stood when it was opened, in words.
ALTER TABLE matches ADD COLUMN series_id INTEGER;
ALTER TABLE matches ADD COLUMN series TEXT;
