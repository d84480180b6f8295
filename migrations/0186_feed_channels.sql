-- Every channel in which a match has been shown to spectators or commentators: who can read there cannot take a seat in it.
CREATE TABLE feed_channels (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, channel_id)
) STRICT, WITHOUT ROWID;

INSERT INTO feed_channels (match_id, channel_id)
SELECT DISTINCT match_id, channel_id FROM feeds WHERE shown IS NOT NULL OR tried IS NOT NULL;
