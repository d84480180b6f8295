-- The entry of an undo can have a seed, which earlier versions of the program refuse to read.
SELECT 1;
