-- The person's side of models: what may be sent to them, and what they propose.

-- What a person agreed to send to a provider's address, in the words that were agreed to. Rows are only added; the newest
-- of an address counts, and one that carries `nothing` takes back what was agreed before.
CREATE TABLE consents (
    seq       INTEGER PRIMARY KEY,
    provider  TEXT NOT NULL,
    origin    TEXT NOT NULL,
    carries   TEXT NOT NULL,
    statement TEXT NOT NULL,
    agreed_at TEXT NOT NULL
) STRICT;
CREATE TRIGGER consents_are_settled BEFORE UPDATE ON consents BEGIN SELECT RAISE(ABORT, 'a consent is never overwritten'); END;

-- Changes that a model proposes where a person asked for some in words. One that is accepted becomes the correction of the
-- same id; the row stays.
CREATE TABLE proposals (
    seq          INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    document_id  TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    form         INTEGER NOT NULL,
    form_label   TEXT NOT NULL,
    path         TEXT NOT NULL,
    before_value TEXT NOT NULL,
    after_value  TEXT NOT NULL,
    evidence     TEXT,
    words        TEXT NOT NULL,                 -- what the person asked for
    engine       TEXT NOT NULL,
    state        TEXT NOT NULL,
    made_at      TEXT NOT NULL
) STRICT;
CREATE INDEX proposals_by_document ON proposals (document_id, seq);
