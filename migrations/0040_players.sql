-- A person's matches are looked up with every text they type.
CREATE INDEX matches_by_ec ON matches (ec_user);
CREATE INDEX matches_by_dmo ON matches (dmo_user);
