-- Tournaments of servers, by the interaction each was opened in.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    -- What has become of it so far, in the dealer's words.
    state TEXT NOT NULL,
    -- When it ended; none while it goes on.
    ended_ms INTEGER,
    -- Its message, since when that may have been posted, and what it shows.
    message_id INTEGER,
    tried_ms INTEGER,
    shown TEXT
) STRICT;

CREATE INDEX tournaments_going ON tournaments (id) WHERE ended_ms IS NULL;
CREATE INDEX tournaments_by_channel ON tournaments (channel_id, id);
