-- What was read from which pixels, so that the same ones are not read twice: not for a file that was changed while its pictures
-- were not, and not for a copy of it. The words are in `readings`, where they belong to a document and leave with it.
CREATE TABLE recognitions (
    pixels  BLOB NOT NULL,                      -- SHA-256 of the pixels, of what else was known of the page, and of who read how
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    reading INTEGER NOT NULL,                   -- number of the reading
    page    TEXT NOT NULL,                      -- the page without its words, as it was recognised
    taken   INTEGER NOT NULL,                   -- 1 when it was taken from an earlier row instead of being read
    PRIMARY KEY (pixels, page_id, reading)
) STRICT;
CREATE INDEX recognitions_by_page ON recognitions (page_id);
