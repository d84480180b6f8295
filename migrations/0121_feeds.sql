-- What of a match spectators and commentators have been shown: how many of its entries, and up to which one a message may have been posted.
CREATE TABLE feeds (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    feed TEXT NOT NULL CHECK (feed IN ('spectators', 'commentators')),
    channel_id INTEGER NOT NULL,
    -- None before anything was shown.
    shown INTEGER,
    tried INTEGER,
    tried_ms INTEGER,
    -- Why nothing more is posted there.
    refused TEXT,
    PRIMARY KEY (match_id, feed)
) STRICT, WITHOUT ROWID;

CREATE INDEX feeds_refused ON feeds (match_id) WHERE refused IS NOT NULL;
