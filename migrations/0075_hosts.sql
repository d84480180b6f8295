-- Who knows what a seat of a match hides besides its player: hosts who have looked, and players who were replaced.
CREATE TABLE knowers (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    seat TEXT NOT NULL CHECK (seat IN ('ec', 'dmo')),
    PRIMARY KEY (match_id, user_id, seat)
) STRICT, WITHOUT ROWID;

-- Why a host wants what they have been asked to confirm, by the command's snowflake.
CREATE TABLE reasons (
    command_id INTEGER PRIMARY KEY,
    reason TEXT NOT NULL
) STRICT;

-- Whoever opens a match is asked what else they have opened lately.
CREATE INDEX matches_by_host ON matches (host_id, opened_ms);
