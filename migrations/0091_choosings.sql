-- Which game two players are to play, while they choose it; by the interaction it was asked in.
CREATE TABLE choosings (
    id INTEGER PRIMARY KEY,
    -- What has been chosen so far, in the dealer's words.
    state TEXT NOT NULL,
    -- The newest message of it.
    message_id INTEGER,
    open INTEGER NOT NULL
) STRICT;

CREATE INDEX choosings_open ON choosings (id) WHERE open = 1;
