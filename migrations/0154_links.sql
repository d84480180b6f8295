-- Direct messages that lead to where a match is played, and that nothing else keeps true: to which channel each leads.
CREATE TABLE links (
    message_id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    -- Of the message.
    channel_id INTEGER NOT NULL,
    nonce TEXT NOT NULL,
    leads INTEGER NOT NULL
) STRICT;

CREATE INDEX links_by_match ON links (match_id);
