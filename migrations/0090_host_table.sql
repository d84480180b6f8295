-- What a host has been asked back about, by the interaction it was asked in. Each is done once at most.
CREATE TABLE intents (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    ruling TEXT NOT NULL,
    -- Who is to sit down, where the ruling seats somebody.
    sits INTEGER,
    reason TEXT,
    -- Where the match stood: the awaited step, how many rulings there had been, and whether it was over.
    step INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    rulings INTEGER NOT NULL,
    over INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0
) STRICT;

DROP TABLE reasons;

-- What hosts did that is no entry of the record: above all what they looked at.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    deed TEXT NOT NULL,
    -- Where the match stood, in words.
    stage TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_match ON audit (match_id, id);

-- What hosts write down for each other.
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    words TEXT NOT NULL
) STRICT;

CREATE INDEX notes_by_match ON notes (match_id, id);

-- What one player has put to the other, by the interaction it was put in.
CREATE TABLE proposals (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat TEXT NOT NULL CHECK (seat IN ('ec', 'dmo')),
    what TEXT NOT NULL,
    step INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    rulings INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'agreed', 'refused', 'withdrawn', 'over'))
) STRICT;

CREATE INDEX proposals_by_match ON proposals (match_id, id);

-- Which message said a host's entry to everyone.
ALTER TABLE outbox ADD COLUMN entry INTEGER;
CREATE TABLE said (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    entry INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, entry)
) STRICT, WITHOUT ROWID;
