-- The last board of each match that is over, so that it can be shown under later rules too. It is made from the record, and taken out where
-- a match goes on. Players are named in it by their seats.
CREATE TABLE final_boards (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    -- The picture's shapes and its words as JSON; nothing where the program had other rules than the match.
    scene TEXT,
    words TEXT
) STRICT;
