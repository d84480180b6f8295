-- Whether the host of a match's tournament plays in that tournament.
ALTER TABLE matches ADD COLUMN host_plays INTEGER NOT NULL DEFAULT 0;
