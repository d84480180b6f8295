-- A match's card is a post that is compared with the match. No other post edits it.
-- The lines on the card of a cancelled match whose edit is due.
UPDATE matches SET carried = (
    SELECT json_extract(payload, '$."edit-card".said') FROM posts JOIN post_payloads ON post_id = posts.id
    WHERE match_id = matches.id AND kind = 'edit-card' AND state = 'pending' ORDER BY posts.id DESC LIMIT 1)
WHERE status = 'cancelled' AND id IN (SELECT match_id FROM posts WHERE kind = 'edit-card' AND state = 'pending');

-- Cards that arrived before there were posts.
INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms, channel_id, message_id)
SELECT id, 'channel', 'card', 'closed', opened_ms, 0, card_channel, card_message FROM matches
WHERE card_message IS NOT NULL AND id NOT IN (SELECT match_id FROM posts WHERE kind = 'card' AND match_id IS NOT NULL);

-- Cards of live matches, and those whose edit is due, are compared at the next start; those of finished matches after an undo.
UPDATE posts SET shown = 'unknown', state = iif(match_id IN (SELECT id FROM matches WHERE status IN ('lobby', 'running')
    UNION SELECT match_id FROM posts WHERE kind = 'edit-card' AND state = 'pending'), 'open', 'closed')
WHERE kind = 'card' AND state = 'closed';
INSERT OR REPLACE INTO post_payloads SELECT id, '{"card":{}}' FROM posts WHERE kind = 'card' AND shown = 'unknown';

DELETE FROM post_payloads WHERE post_id IN (SELECT id FROM posts WHERE kind = 'edit-card');
DELETE FROM posts WHERE kind = 'edit-card';
