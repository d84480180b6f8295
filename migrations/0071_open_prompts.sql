-- What messages that show prompts can still lead to: whom each was sent to, what it says besides, and the prompt as it shows it.
ALTER TABLE prompts ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
ALTER TABLE prompts ADD COLUMN user_id INTEGER;
ALTER TABLE prompts ADD COLUMN nonce TEXT NOT NULL DEFAULT '';
ALTER TABLE prompts ADD COLUMN kept TEXT NOT NULL DEFAULT '';
ALTER TABLE prompts ADD COLUMN shown TEXT NOT NULL DEFAULT '';
CREATE INDEX prompts_open ON prompts (match_id) WHERE open = 1;
