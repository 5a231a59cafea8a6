-- Who made an edit, by the name that was told in the settings then. Null where no name was told, and in rows older than this.
ALTER TABLE corrections ADD COLUMN author TEXT;
