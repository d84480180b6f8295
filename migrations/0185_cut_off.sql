-- Servers whose shard of the gateway is not connected, and since when: a restart gives their matches that time back.
CREATE TABLE cut_off (
    guild_id INTEGER PRIMARY KEY,
    since_ms INTEGER NOT NULL
) STRICT;
