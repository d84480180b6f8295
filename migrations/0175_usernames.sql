-- Discord's own name of a person who has sat in a match or entered a tournament: unique, and in Latin letters.
ALTER TABLE people ADD COLUMN username TEXT;

-- What was erased before is still in the file's unused bytes: they are written over once.
INSERT OR REPLACE INTO service (key, value) VALUES ('wipe_owed', 1);
