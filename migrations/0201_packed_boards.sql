-- The last board of a match as one value: JSON of its shapes and its words, packed with zlib; what was kept before is plain.
ALTER TABLE final_boards ADD COLUMN board BLOB;
UPDATE final_boards SET board = CAST('[' || scene || ',' || words || ']' AS BLOB) WHERE scene IS NOT NULL;
ALTER TABLE final_boards DROP COLUMN scene;
ALTER TABLE final_boards DROP COLUMN words;
