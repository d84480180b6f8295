-- In how many steps of a match that is over a player was asked for an order and gave none.
ALTER TABLE figures ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
