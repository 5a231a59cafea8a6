-- What a file says and its page does not show, and what recognition read where values are printed.

ALTER TABLE layouts ADD COLUMN hidden TEXT NOT NULL DEFAULT '[]';
ALTER TABLE layouts ADD COLUMN samples TEXT NOT NULL DEFAULT '[]';
ALTER TABLE surroundings ADD COLUMN hidden TEXT NOT NULL DEFAULT '[]';
ALTER TABLE surroundings ADD COLUMN shown TEXT NOT NULL DEFAULT '[]';
