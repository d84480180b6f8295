-- The interaction that opened a match, so that one that is delivered twice opens one match.
ALTER TABLE matches ADD COLUMN opening INTEGER;
CREATE UNIQUE INDEX matches_by_opening ON matches (opening) WHERE opening IS NOT NULL;

-- Direct messages that were too much at once. Their sender was told that they are left out, so they stay so when they are read again.
CREATE TABLE left_out (message_id INTEGER PRIMARY KEY) STRICT;
