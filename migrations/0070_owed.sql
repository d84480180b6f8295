-- Why Discord refused what a match owes to its channel: it waits, and what comes after it waits behind it.
ALTER TABLE outbox ADD COLUMN held TEXT;
