-- A resignation is a forfeit whose author is the seat itself, and has its own reason in the result.
DROP TRIGGER entries_stand;
UPDATE entries SET line = json_set(line, '$.by', substr(line ->> '$.host', length('forfeit ') + 1))
WHERE line LIKE '%"host":"forfeit %' AND line ->> '$.host' IN ('forfeit ec', 'forfeit dmo')
    AND line ->> '$.by' = line ->> '$.meta.by' AND line ->> '$.meta.host' IS NULL;
CREATE TRIGGER entries_stand BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;

UPDATE matches SET outcome = json_set(outcome, '$.reason', 'resignation')
WHERE outcome ->> '$.reason' = 'forfeit' AND (
    SELECT line ->> '$.by' FROM entries WHERE match_id = matches.id ORDER BY seq DESC LIMIT 1) IN ('ec', 'dmo');
