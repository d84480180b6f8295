-- Whether a match's card asks spectators who wins, and when its first round began: later presses do not count.
ALTER TABLE matches ADD COLUMN predicts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN first_round_ms INTEGER;

-- What spectators pressed. A person's newest press before the first round is their prediction.
CREATE TABLE predictions (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    -- The press, whose id says when it was sent.
    pressed INTEGER NOT NULL,
    seat TEXT NOT NULL CHECK (seat IN ('ec', 'dmo')),
    -- The name that the person went by.
    name TEXT NOT NULL,
    PRIMARY KEY (match_id, user_id, pressed)
) STRICT, WITHOUT ROWID;
