-- A match counts for the first player of a seat, whose id the first substitution records.
CREATE INDEX substitutions ON entries (match_id, seq) WHERE line LIKE '%"host":"substitute %';
