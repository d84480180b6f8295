-- Matches that a host has taken out of the ratings.
CREATE TABLE uncounted (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;

-- Stretches of time that ratings are worked out for by themselves.
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    began_ms INTEGER NOT NULL,
    ended_ms INTEGER
) STRICT;

CREATE UNIQUE INDEX seasons_going ON seasons (guild_id) WHERE ended_ms IS NULL;
CREATE INDEX matches_by_guild ON matches (guild_id, status);
