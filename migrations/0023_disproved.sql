-- Numbers of a file that its pages show otherwise. Such a page is read again from its picture, and what the file says of it
-- stays known.
CREATE TABLE disproved (
    seq         INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    run_id      TEXT NOT NULL,                  -- the run that compared it
    page        INTEGER NOT NULL,
    reading     INTEGER NOT NULL,               -- the reading of the page that has it
    shown       TEXT NOT NULL                   -- the place, what the file says, what recognition read
) STRICT;
CREATE INDEX disproved_by_document ON disproved (document_id, seq);
CREATE TRIGGER disproved_are_settled BEFORE UPDATE ON disproved
BEGIN SELECT RAISE(ABORT, 'what a page disproved is never overwritten'); END;
