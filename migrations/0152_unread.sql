-- Since when what a person wrote to the bot could not be read.
ALTER TABLE people ADD COLUMN unread_ms INTEGER;
