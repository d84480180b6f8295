-- Only open prompts are changed after they are sent: everything else in a channel stays as it was said.
DELETE FROM prompts WHERE seat IS NULL AND user_id IS NOT NULL;
UPDATE prompts SET shown = '' WHERE open = 0;
DROP INDEX IF EXISTS proposals_open;
ALTER TABLE proposals DROP COLUMN channel_id;
ALTER TABLE proposals DROP COLUMN message_id;
