-- Result cards, calendar events, threads to be archived and what spectators are shown are posts of their match.
INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms, channel_id, message_id, shown)
SELECT match_id, thing, thing, iif(due_ms IS NULL, 'closed', 'open'), coalesce(tried_ms, since_ms), 0,
    coalesce(left_behind.channel_id, matches.channel_id), discord_id, 'unknown'
FROM left_behind JOIN surroundings USING (match_id) JOIN matches ON matches.id = match_id
WHERE thing IN ('result', 'event') AND discord_id IS NOT NULL;

INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms, attempts, held)
SELECT match_id, thing, thing, 'pending', coalesce(tried_ms, since_ms), since_ms, tried_ms IS NOT NULL, refused
FROM left_behind JOIN surroundings USING (match_id)
WHERE thing IN ('result', 'event') AND discord_id IS NULL AND (tried_ms IS NOT NULL OR refused IS NOT NULL);

-- A match that has just ended, whose result card was not tried yet.
INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms)
SELECT match_id, 'result', 'result', 'pending', since_ms, since_ms FROM surroundings JOIN matches ON matches.id = match_id
WHERE status = 'over' AND due_ms <= since_ms AND match_id NOT IN (SELECT match_id FROM left_behind WHERE thing = 'result');

INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms)
SELECT match_id, 'archive', 'archive', 'pending', since_ms, due_ms FROM surroundings JOIN matches ON matches.id = match_id
WHERE parent_id IS NOT NULL AND status IN ('over', 'cancelled') AND due_ms IS NOT NULL
    AND match_id NOT IN (SELECT match_id FROM left_behind WHERE thing = 'thread' AND shown = 'closed');

INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms, channel_id, message_id, entry)
SELECT match_id, feed, feed, 'closed', 0, 0, channel_id, 0, shown FROM feeds WHERE shown IS NOT NULL;

INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms, channel_id, message_id)
SELECT match_id, 'spectators', 'spectators', 'closed', 0, 0, channel_id, 0 FROM feed_channels
WHERE channel_id NOT IN (SELECT channel_id FROM feeds WHERE feeds.match_id = feed_channels.match_id AND shown IS NOT NULL);

INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms, attempts, held, entry)
SELECT match_id, feed, feed, 'pending', coalesce(tried_ms, 0), 0, tried IS NOT NULL, refused,
    coalesce(tried, (SELECT count(*) FROM entries WHERE entries.match_id = feeds.match_id))
FROM feeds WHERE tried IS NOT NULL OR refused IS NOT NULL
    OR coalesce(shown, 0) < (SELECT count(*) FROM entries WHERE entries.match_id = feeds.match_id);

INSERT INTO post_payloads
SELECT id, json_object('external', json_object('what', lane, 'entries', coalesce(entry, 0)))
FROM posts WHERE state = 'pending' AND lane IN ('result', 'event', 'archive', 'spectators', 'commentators');

DROP TABLE surroundings;
DROP TABLE left_behind;
DROP TABLE feeds;
DROP TABLE feed_channels;
DROP TABLE preflights;
