-- Lines drawn askew, which strike out what they cross.

ALTER TABLE layouts ADD COLUMN slants TEXT NOT NULL DEFAULT '[]';
