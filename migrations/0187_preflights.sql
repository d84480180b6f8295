-- Messages in which two players check before a match that everything works: they are closed once that match is over.
CREATE TABLE preflights (
    message_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    ec_user_id INTEGER NOT NULL,
    dmo_user_id INTEGER NOT NULL
) STRICT;
