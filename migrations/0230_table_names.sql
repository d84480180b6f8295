-- Tables, columns and indexes get the names that the code uses.
ALTER TABLE choosings RENAME TO game_drafts;
ALTER TABLE drafts RENAME TO order_drafts;
ALTER TABLE intents RENAME TO pending_rulings;
ALTER TABLE knowers RENAME TO host_knowledge;
ALTER TABLE left_out RENAME TO ignored_dms;
ALTER TABLE figures RENAME TO match_statistics;
ALTER TABLE audit RENAME TO audit_log;

ALTER TABLE audit_log RENAME COLUMN deed TO action;
ALTER TABLE posts RENAME COLUMN draft_id TO game_draft_id;

DROP INDEX choosings_open;
CREATE INDEX game_drafts_open ON game_drafts (id) WHERE open = 1;
DROP INDEX posts_by_draft;
CREATE INDEX posts_by_game_draft ON posts (game_draft_id, id) WHERE game_draft_id IS NOT NULL;
DROP INDEX audit_by_match;
CREATE INDEX audit_log_by_match ON audit_log (match_id, id);
DROP INDEX seasons_going;
CREATE UNIQUE INDEX seasons_running ON seasons (guild_id) WHERE ended_ms IS NULL;
DROP INDEX tournaments_going;
CREATE INDEX tournaments_running ON tournaments (id) WHERE ended_ms IS NULL;
