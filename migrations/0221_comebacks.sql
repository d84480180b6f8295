-- The score at which the winner was furthest behind, as JSON; the same for both seats.
ALTER TABLE figures ADD COLUMN comeback TEXT;
