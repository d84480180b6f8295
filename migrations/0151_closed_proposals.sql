-- The message that put it to the other player, so that it can be closed when nothing comes of it.
ALTER TABLE proposals ADD COLUMN channel_id INTEGER;
ALTER TABLE proposals ADD COLUMN message_id INTEGER;
