-- Further values that an issue is as much about: the other amounts of a sum that does not come out.

ALTER TABLE issues ADD COLUMN also TEXT NOT NULL DEFAULT '[]';
