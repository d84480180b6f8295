-- Why its channel took nothing, of a match that was called off for that.
ALTER TABLE matches ADD COLUMN lost TEXT;
