-- A post belongs to a match, a tournament or a game draft, and remembers the messages of all of them.
ALTER TABLE tournaments RENAME TO tournaments_before;
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    -- Its state so far, as JSON.
    state TEXT NOT NULL,
    -- When it ended and all of it was said.
    ended_ms INTEGER
) STRICT;
INSERT INTO tournaments
SELECT id, guild_id, channel_id, json_remove(state, '$.called', '$.call', '$.still', '$.arrives'), ended_ms FROM tournaments_before;

CREATE TABLE kept_payloads AS SELECT * FROM post_payloads;
DROP TABLE post_payloads;
ALTER TABLE posts RENAME TO posts_of_matches;
CREATE TABLE posts (
    id INTEGER PRIMARY KEY,
    -- Its owner: one of the three.
    match_id INTEGER REFERENCES matches (id),
    tournament_id INTEGER REFERENCES tournaments (id) ON DELETE CASCADE,
    draft_id INTEGER REFERENCES choosings (id) ON DELETE CASCADE,
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
    -- What it shows of what can change, as a digest.
    shown TEXT NOT NULL DEFAULT '',
    -- The host's entry that it says, or how many entries it shows.
    entry INTEGER,
    CHECK ((match_id IS NOT NULL) + (tournament_id IS NOT NULL) + (draft_id IS NOT NULL) = 1)
) STRICT;

INSERT INTO posts (id, match_id, lane, kind, state, created_ms, due_ms, attempts, held, channel_id, message_id, step, begun, seat, user_id,
    shown, entry)
SELECT id, match_id, lane, kind, state, created_ms, due_ms, attempts, held, channel_id, message_id, step, begun, seat, user_id, shown, entry
FROM posts_of_matches;
DROP TABLE posts_of_matches;

CREATE INDEX posts_by_match ON posts (match_id, id);
CREATE INDEX posts_by_tournament ON posts (tournament_id, id) WHERE tournament_id IS NOT NULL;
CREATE INDEX posts_by_draft ON posts (draft_id, id) WHERE draft_id IS NOT NULL;
CREATE INDEX posts_pending ON posts (match_id, lane, id) WHERE state = 'pending';
CREATE INDEX posts_open ON posts (match_id) WHERE state = 'open';
CREATE INDEX posts_by_message ON posts (message_id) WHERE step IS NOT NULL;

CREATE TABLE post_payloads (
    post_id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
    payload TEXT NOT NULL
) STRICT;
INSERT INTO post_payloads SELECT * FROM kept_payloads;
DROP TABLE kept_payloads;

-- A tournament's message; of one that was tried, it is looked for. While the tournament is suspended, it holds the reason.
INSERT INTO posts (tournament_id, lane, kind, state, created_ms, due_ms, attempts, held, channel_id, message_id, shown)
SELECT id, 'channel', 'tournament',
    CASE WHEN coalesce(message_id, 0) = 0 THEN 'pending'
        WHEN ended_ms IS NULL OR shown = '' OR ended_ms > (unixepoch() - 86400) * 1000 THEN 'open' ELSE 'closed' END,
    iif(coalesce(message_id, 0) = 0, tried_ms, (message_id >> 22) + 1420070400000), coalesce(json_extract(state, '$.still.again'), 0),
    coalesce(json_extract(state, '$.still.tries'), coalesce(message_id, 0) = 0), json_extract(state, '$.still.why'),
    iif(coalesce(message_id, 0) = 0, NULL, channel_id), iif(coalesce(message_id, 0) = 0, NULL, message_id), 'unknown'
FROM tournaments_before WHERE coalesce(message_id, 0) <> 0 OR (tried_ms IS NOT NULL AND ended_ms IS NULL);

-- What its players were notified of, while that is so.
INSERT INTO posts (tournament_id, lane, kind, state, created_ms, due_ms, channel_id, message_id, shown)
SELECT id, 'channel', 'call', 'open', (json_extract(state, '$.call') >> 22) + 1420070400000, 0, channel_id, json_extract(state, '$.call'),
    'unknown'
FROM tournaments_before WHERE json_extract(state, '$.call') IS NOT NULL AND json_extract(state, '$.called') IS NOT NULL
    AND (ended_ms IS NULL OR ended_ms > (unixepoch() - 86400) * 1000);

INSERT INTO posts (tournament_id, lane, kind, state, created_ms, due_ms)
SELECT id, 'channel', 'arrival', 'pending', unixepoch() * 1000, 0 FROM tournaments_before WHERE json_extract(state, '$.arrives') = 1;

INSERT INTO posts (tournament_id, lane, kind, state, created_ms, due_ms)
SELECT id, 'dm:' || json_extract(state, '$.host'), 'private', 'pending', unixepoch() * 1000, 0 FROM tournaments_before
WHERE json_extract(state, '$.still.told') = 0;

INSERT INTO post_payloads
SELECT posts.id, CASE kind
    WHEN 'tournament' THEN '{"topic":"bracket"}'
    WHEN 'arrival' THEN '{"topic":"arrival"}'
    WHEN 'call' THEN json_object('topic', json_object('call', json_extract(tournaments_before.state, '$.called')))
    ELSE json_object('topic', json_object('suspension', json_object('deleted',
        json(iif(json_extract(tournaments_before.state, '$.still.why') = 'it has been deleted', 'true', 'false')))))
    END
FROM posts JOIN tournaments_before ON tournaments_before.id = tournament_id WHERE posts.state <> 'closed';

-- The newest turn of a game draft; the one that its channel refuses.
INSERT INTO posts (draft_id, lane, kind, state, created_ms, due_ms, channel_id, message_id, shown)
SELECT id, 'channel', 'turn', 'open', (message_id >> 22) + 1420070400000, 0, json_extract(state, '$.channel'), message_id, 'unknown'
FROM choosings WHERE open = 1 AND message_id IS NOT NULL AND json_extract(state, '$.unasked') IS NULL;

INSERT INTO posts (draft_id, lane, kind, state, created_ms, due_ms, attempts, held)
SELECT id, 'channel', 'turn', 'pending', unixepoch() * 1000, 0, 1, json_extract(state, '$.unasked')
FROM choosings WHERE open = 1 AND json_extract(state, '$.unasked') IS NOT NULL AND json_extract(state, '$.came') IS NULL;

-- The message by which its host was notified of that.
INSERT INTO posts (draft_id, lane, kind, state, created_ms, due_ms, channel_id, message_id, shown)
SELECT id, 'dm:' || user_id, 'private', 'open', (json_extract(state, '$.told') >> 22) + 1420070400000, 0, dm_channel,
    json_extract(state, '$.told'), 'unknown'
FROM choosings JOIN people ON user_id = json_extract(state, '$.host')
WHERE open = 1 AND json_extract(state, '$.told') IS NOT NULL AND dm_channel IS NOT NULL;

INSERT INTO post_payloads
SELECT posts.id, iif(kind = 'turn', json_object('topic', json_object('turn', json_extract(choosings.state, '$.turn'))),
    '{"topic":{"suspension":{"deleted":false}}}')
FROM posts JOIN choosings ON choosings.id = draft_id;

UPDATE choosings SET state = json_remove(state, '$.unasked', '$.told');
DROP TABLE tournaments_before;
CREATE INDEX tournaments_going ON tournaments (id) WHERE ended_ms IS NULL;
CREATE INDEX tournaments_by_channel ON tournaments (channel_id, id);
ALTER TABLE choosings DROP COLUMN message_id;
