-- Times are Unix ms by Discord's clock; Discord's ids are 64-bit patterns in signed columns.

CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    header TEXT NOT NULL,
    ec_user INTEGER NOT NULL,
    dmo_user INTEGER NOT NULL,
    ec_name TEXT NOT NULL,
    dmo_name TEXT NOT NULL,
    ec_bot INTEGER NOT NULL,
    dmo_bot INTEGER NOT NULL,
    ec_ready INTEGER NOT NULL DEFAULT 0,
    dmo_ready INTEGER NOT NULL DEFAULT 0,
    -- The newest lobby press of each seat that was taken, so that an older or repeated one changes nothing.
    ec_pressed INTEGER NOT NULL DEFAULT 0,
    dmo_pressed INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'over', 'cancelled', 'halted')),
    opened_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    starts_ms INTEGER,
    started_ms INTEGER,
    -- When time is up for the awaited step, a pause or the lobby, as everyone may know it.
    deadline_ms INTEGER,
    -- The awaited prompt, and which seats it waits for.
    step INTEGER,
    begun INTEGER,
    ec_awaited INTEGER NOT NULL DEFAULT 0,
    dmo_awaited INTEGER NOT NULL DEFAULT 0,
    card_channel INTEGER,
    card_message INTEGER,
    outcome TEXT,
    friendly INTEGER NOT NULL,
    halted TEXT,
    -- Lines that go out with the next public message, a JSON array.
    carried TEXT NOT NULL DEFAULT '[]',
    -- Whether the channel has been told that a seat cannot be written to.
    ec_unreachable INTEGER NOT NULL DEFAULT 0,
    dmo_unreachable INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX matches_by_channel ON matches (channel_id);
CREATE INDEX matches_live ON matches (status) WHERE status IN ('lobby', 'running');

CREATE TABLE entries (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    line TEXT NOT NULL,
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER entries_stand BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;
CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'a record is never cut'); END;

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    lane TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    nonce TEXT NOT NULL UNIQUE CHECK (length(nonce) BETWEEN 1 AND 25),
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'dropped')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_ms INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    message_id INTEGER,
    error TEXT
) STRICT;

CREATE INDEX outbox_pending ON outbox (match_id, lane, id) WHERE state = 'pending';

CREATE TABLE prompts (
    message_id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    step INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    seat TEXT CHECK (seat IN ('ec', 'dmo')),
    channel_id INTEGER NOT NULL
) STRICT;

CREATE INDEX prompts_by_match ON prompts (match_id, message_id);

CREATE TABLE drafts (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    step INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    seat TEXT NOT NULL CHECK (seat IN ('ec', 'dmo')),
    words TEXT NOT NULL,
    PRIMARY KEY (match_id, step, begun, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    host_role INTEGER,
    timezone TEXT NOT NULL,
    defaults TEXT NOT NULL,
    friendly INTEGER NOT NULL
) STRICT;

CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    dm_channel INTEGER,
    dm_closed INTEGER NOT NULL DEFAULT 0,
    confirm INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE service (
    key TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT;
