-- What reviewers do with documents in the review queue. Append-only: the newest row of a document counts, and undo adds
-- the row before it again.
CREATE TABLE claims (
    seq         INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    place       TEXT NOT NULL,                  -- open, claimed, skipped, deferred
    flagged     INTEGER NOT NULL,
    note        TEXT,
    author      TEXT,
    at          TEXT NOT NULL
) STRICT;
CREATE INDEX claims_by_document ON claims (document_id, seq);
CREATE TRIGGER claims_are_never_changed BEFORE UPDATE ON claims
BEGIN
    SELECT RAISE(ABORT, 'a claim is never changed');
END;
