-- What matches that are over add to figures, a row for each seat. It is made from the record, and taken out where a match goes on.
CREATE TABLE figures (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat TEXT NOT NULL,
    -- By which version of the way it is made.
    made INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    lasted_ms INTEGER NOT NULL,
    -- Whether this seat moved first.
    first INTEGER NOT NULL,
    -- What its player opened with, how often they used what, and how long their orders took in ms, the last two as JSON.
    opening TEXT,
    uses TEXT NOT NULL,
    thoughts TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
