-- Packets for experts, what somebody else said of a document, and which questions to a model a verification left out.

-- What an expert was handed, made when the decision was committed; a later comparison adds a further one. The newest
-- counts.
CREATE TABLE packets (
    seq     INTEGER PRIMARY KEY,
    run_id  TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    content TEXT NOT NULL
) STRICT;
CREATE INDEX packets_by_run ON packets (run_id, seq);
CREATE TRIGGER packets_are_settled BEFORE UPDATE ON packets BEGIN SELECT RAISE(ABORT, 'a packet is never overwritten'); END;

-- Prior classifications, such as those of a classifier in production. The newest counts.
CREATE TABLE priors (
    seq         INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    content     TEXT NOT NULL,
    given_at    TEXT NOT NULL
) STRICT;
CREATE INDEX priors_by_document ON priors (document_id, seq);
CREATE TRIGGER priors_are_settled BEFORE UPDATE ON priors BEGIN SELECT RAISE(ABORT, 'a comparison is never overwritten'); END;

-- The questions of V2, V3 and V4 to a model, each with why it was not asked.
ALTER TABLE verifications ADD COLUMN model_phases TEXT NOT NULL DEFAULT '[]';
