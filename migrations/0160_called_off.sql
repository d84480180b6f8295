-- Who called a lobby off: the seat of a player, or 'host'; none where its time ran out.
ALTER TABLE matches ADD COLUMN called_off TEXT;
