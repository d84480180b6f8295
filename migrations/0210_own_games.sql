-- Games in files, each text once. The id is the game's: its name and the beginning of the text's hash.
CREATE TABLE game_files (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    -- What the check said of it, a line each; empty where it was not checked here.
    report TEXT NOT NULL DEFAULT '',
    kept_ms INTEGER NOT NULL
) STRICT;

-- The games of servers: every version that there has been, of which one at most is played.
CREATE TABLE own_games (
    guild_id INTEGER NOT NULL,
    -- The game's id without the hash, which all its versions have in common.
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    installed_ms INTEGER NOT NULL,
    -- Since when it is played no longer: replaced by a later version, or removed.
    removed_ms INTEGER,
    PRIMARY KEY (guild_id, name, version)
) STRICT;

CREATE UNIQUE INDEX own_games_played ON own_games (guild_id, name) WHERE removed_ms IS NULL;
