-- What a server has set is one JSON object: a value for each setting that somebody has changed. Of the columns before it nothing is left.
CREATE TABLE settings (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

INSERT INTO settings (guild_id, settings)
SELECT guild_id, json_object(
    'host_roles', CASE WHEN host_role IS NULL THEN json_array() ELSE json_array(host_role) END,
    'friendly', json(CASE friendly WHEN 0 THEN 'false' ELSE 'true' END),
    'timezone', timezone,
    -- What is no JSON is kept as it is, for whoever can read it.
    'usual', CASE WHEN json_valid(defaults) THEN json(defaults) ELSE defaults END
) FROM servers;

DROP TABLE servers;

-- The channel a match's thread hangs in, once it has one of its own; whether it is played in direct messages, and whether its prompts
-- wait behind the Order button alone.
ALTER TABLE matches ADD COLUMN parent_id INTEGER;
ALTER TABLE matches ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN by_button INTEGER NOT NULL DEFAULT 0;

-- What is to be done outside a match's own messages: a result's card, an event in the calendar, a thread to be put away.
CREATE TABLE surroundings (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    -- When it is to be held against the match again; none while nothing is to be done.
    due_ms INTEGER,
    -- Counts what has happened in the match that matters here, and when the last of it was.
    version INTEGER NOT NULL DEFAULT 1,
    since_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX surroundings_due ON surroundings (due_ms) WHERE due_ms IS NOT NULL;

-- Each of these things: since when it may have been made, where and what it is at Discord, what it shows, why it is left alone.
CREATE TABLE left_behind (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    thing TEXT NOT NULL CHECK (thing IN ('result', 'event', 'thread')),
    tried_ms INTEGER,
    channel_id INTEGER,
    discord_id INTEGER,
    shown TEXT,
    refused TEXT,
    -- Whether the host has been told of that.
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, thing)
) STRICT, WITHOUT ROWID;
