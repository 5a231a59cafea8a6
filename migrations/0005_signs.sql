-- What about a page a pack may set a trap on, such as a level that is only mentioned.
ALTER TABLE findings ADD COLUMN signs TEXT NOT NULL DEFAULT '[]';
