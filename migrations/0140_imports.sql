-- Where a match came from whose record was brought, as JSON; none where it was begun here.
ALTER TABLE matches ADD COLUMN origin TEXT;

-- The lines of a record that a match goes on from, a JSON array; its entries once it begins.
CREATE TABLE prefixes (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    lines TEXT NOT NULL
) STRICT;
