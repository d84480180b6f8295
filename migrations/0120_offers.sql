-- The times a lobby's players choose a start from, and which suit them, as JSON; none once there is a start.
ALTER TABLE matches ADD COLUMN offers TEXT;
