-- What verification has to know beyond a run's own rows, stored so that every decision can be replayed.

-- By what a form, or a document as a whole (form 0), is recognised in another document: digests, no plain numbers.
CREATE TABLE marks (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    form   INTEGER NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (run_id, form, digest)
) STRICT;
CREATE INDEX marks_by_digest ON marks (digest);

-- What was known of other documents, how dark the places were that are said to be ticked or empty, and what was read.
CREATE TABLE surroundings (
    run_id   TEXT PRIMARY KEY NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    others   TEXT NOT NULL,
    ink      TEXT NOT NULL,
    readings TEXT NOT NULL                      -- pages looked through for stamps, with the reading of each
) STRICT;
CREATE TRIGGER surroundings_are_settled BEFORE UPDATE ON surroundings
BEGIN SELECT RAISE(ABORT, 'what a decision was based on is never overwritten'); END;
