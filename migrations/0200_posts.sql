-- One table remembers the messages of a match: what waits to be sent, what is open, and where the rest stands.
CREATE TABLE posts (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    lane TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind <> ''),
    state TEXT NOT NULL CHECK (state IN ('pending', 'open', 'closed', 'dropped')),
    created_ms INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Why it was refused, if it was: it is owed all the same.
    held TEXT,
    channel_id INTEGER,
    message_id INTEGER,
    -- The prompt that it shows, and to whom; nobody for everyone.
    step INTEGER,
    begun INTEGER,
    seat TEXT CHECK (seat IN ('ec', 'dmo')),
    user_id INTEGER,
    -- What it shows of its prompt, as a digest.
    shown TEXT NOT NULL DEFAULT '',
    -- The host's entry that it says.
    entry INTEGER
) STRICT;

CREATE INDEX posts_by_match ON posts (match_id, id);
CREATE INDEX posts_pending ON posts (match_id, lane, id) WHERE state = 'pending';
CREATE INDEX posts_open ON posts (match_id) WHERE state = 'open';
CREATE INDEX posts_by_message ON posts (message_id) WHERE step IS NOT NULL;

-- What a post says, as long as it can still be sent or changed.
CREATE TABLE post_payloads (
    post_id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
    payload TEXT NOT NULL
) STRICT;

INSERT INTO posts (id, match_id, lane, kind, state, created_ms, due_ms, attempts, held, entry)
SELECT id, match_id, lane, kind, state, created_ms, due_ms, attempts, held, entry FROM outbox WHERE state = 'pending';
INSERT INTO post_payloads SELECT id, payload FROM outbox WHERE state = 'pending';

-- A prompt waits as what was told with it; what it asks is put together as it is sent.
UPDATE posts SET (step, begun, seat, user_id) = (SELECT json_extract(payload, '$.prompt.panel.mark.step'),
    json_extract(payload, '$.prompt.panel.mark.begun'), json_extract(payload, '$.prompt.panel.seat'),
    json_extract(payload, '$.prompt.user') FROM post_payloads WHERE post_id = id) WHERE kind = 'prompt';
UPDATE posts SET (step, begun, seat) = (SELECT json_extract(payload, '$.public.mark.step'),
    json_extract(payload, '$.public.mark.begun'), json_extract(payload, '$.public.turn.seat')
    FROM post_payloads WHERE post_id = id) WHERE kind IN ('public', 'anew');
UPDATE post_payloads SET payload = json_object('ask', json_object('user', json_extract(payload, '$.prompt.user'),
    'seat', json_extract(payload, '$.prompt.panel.seat'), 'mark', json_extract(payload, '$.prompt.panel.mark'), 'head',
    json('[' || json_quote('**' || json_extract(payload, '$.prompt.panel.picture.frame.label') || ' · '
        || json_extract(payload, '$.prompt.panel.picture.frame.game') || '** · ' || json_extract(payload, '$.prompt.panel.heading.stage'))
        || CASE json_array_length(payload, '$.prompt.panel.told') WHEN 0 THEN ']'
            ELSE ',' || substr(json_extract(payload, '$.prompt.panel.told'), 2) END)))
WHERE post_id IN (SELECT id FROM posts WHERE kind = 'prompt');

INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms, channel_id, message_id, entry)
SELECT said.match_id, 'channel', 'public', 'closed', (message_id >> 22) + 1420070400000, 0, matches.channel_id, message_id, entry
FROM said JOIN matches ON matches.id = said.match_id;

INSERT INTO posts (match_id, lane, kind, state, created_ms, due_ms, channel_id, message_id, step, begun, seat, user_id, shown)
SELECT match_id, CASE WHEN user_id IS NULL THEN 'channel' ELSE 'dm:' || user_id END, CASE WHEN user_id IS NULL THEN 'public' ELSE 'ask' END,
    CASE WHEN open = 1 THEN 'open' ELSE 'closed' END, (message_id >> 22) + 1420070400000, 0, channel_id, message_id, step, begun, seat,
    user_id, shown
FROM prompts ORDER BY message_id;

INSERT INTO post_payloads
SELECT posts.id, CASE
    WHEN posts.user_id IS NULL THEN '{"public":' || kept || '}'
    ELSE json_object('ask', json_object('user', posts.user_id, 'seat', posts.seat,
        'mark', json_object('step', posts.step, 'begun', posts.begun), 'head', json_array(kept)))
    END
FROM posts JOIN prompts USING (message_id)
WHERE posts.state = 'open' AND posts.step IS NOT NULL AND prompts.open = 1;

DROP TABLE outbox;
DROP TABLE prompts;
DROP TABLE said;
