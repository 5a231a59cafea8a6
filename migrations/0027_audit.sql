-- Ground truth that can be audited.

-- What settled documents, in order: acceptance, verdicts, edits, imports, the audit sample and its verdicts. `digest` is
-- the SHA-256 of the other columns, and `previous` the digest of the entry before, so that no entry can be changed, removed
-- or inserted unnoticed. It refers to no document: entries outlive what they are about.
CREATE TABLE audit_log (
    number          INTEGER PRIMARY KEY,        -- from 1, without gaps
    at              TEXT NOT NULL,
    what            TEXT NOT NULL,
    who             TEXT,                       -- null for the program itself, and where no name is known
    document_id     TEXT,
    document_sha256 TEXT,
    run_id          TEXT,
    pack            TEXT,
    note            TEXT,
    rows            TEXT NOT NULL,              -- the rows written with it: table, id, document, SHA-256 of the content
    previous        TEXT NOT NULL,
    digest          TEXT NOT NULL
) STRICT;
CREATE INDEX audit_log_by_document ON audit_log (document_id, number) WHERE document_id IS NOT NULL;
CREATE INDEX audit_log_by_pack ON audit_log (pack, what, number) WHERE pack IS NOT NULL;
CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'an entry of the audit log is never changed'); END;
CREATE TRIGGER audit_log_is_never_shortened BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'an entry of the audit log is never deleted'); END;

-- Whether automatic acceptance of the pack was switched off when the run was verified.
ALTER TABLE surroundings ADD COLUMN held_back INTEGER NOT NULL DEFAULT 0;
