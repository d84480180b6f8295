-- How long before the time for an order is up somebody wants to be reminded that it is not in, in seconds; 0 for never.
ALTER TABLE people ADD COLUMN remind_s INTEGER NOT NULL DEFAULT 0;
