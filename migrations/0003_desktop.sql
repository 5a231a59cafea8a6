-- What a window needs: a trash that can be emptied, edits that can be taken back, and lists of thousands of documents
-- at once.

-- When it was put into the trash; `state` says that it is there.
ALTER TABLE documents ADD COLUMN trashed_at TEXT;
CREATE INDEX documents_in_trash ON documents (trashed_at) WHERE trashed_at IS NOT NULL;

-- That there was a document, never what it said: all that is left of one that was erased.
CREATE TABLE tombstones (
    document_id TEXT PRIMARY KEY NOT NULL,
    sha256      TEXT NOT NULL,
    erased_at   TEXT NOT NULL
) STRICT;

-- Which label the edited form had: an edit stays in force after the document is read again as long as the form is the
-- same kind. `undoes` names the edit that this row takes back, or the taking back that it takes back in turn.
ALTER TABLE corrections ADD COLUMN form_label TEXT;
ALTER TABLE corrections ADD COLUMN undoes TEXT REFERENCES corrections (id) ON DELETE CASCADE;
CREATE INDEX corrections_by_undone ON corrections (undoes) WHERE undoes IS NOT NULL;

-- Edits in force: not taken back, or taken back and made again.
CREATE VIEW edits AS
SELECT * FROM corrections AS edit
WHERE undoes IS NULL AND NOT EXISTS (
    SELECT 1 FROM corrections AS undo
    WHERE undo.undoes = edit.id AND NOT EXISTS (SELECT 1 FROM corrections AS redo WHERE redo.undoes = undo.id)
);

-- A document with what its newest run says of it. Too slow for every document of a large workspace at once.
CREATE VIEW standings AS
SELECT documents.id AS document_id, runs.id AS run_id,
    CASE
        WHEN runs.id IS NULL OR runs.state = 'queued' THEN 'queued'
        WHEN runs.state = 'running' THEN
            CASE runs.stage WHEN 'intake' THEN 'reading' WHEN 'classify' THEN 'classifying'
                WHEN 'extract' THEN 'extracting' ELSE 'verifying' END
        WHEN runs.state IN ('failed', 'cancelled') THEN 'failed'
        WHEN documents.outcome = 'password_needed' THEN 'password'
        WHEN documents.outcome NOT IN ('ok', 'partial', 'empty') THEN 'failed'
        WHEN decisions.outcome = 'AUTO_ACCEPT' THEN 'accepted'
        ELSE 'needs_review'
    END AS state,
    classifications.label, classifications.proposed_label, classifications.confidence,
    CAST(coalesce(
        (SELECT json_extract(after_value, '$') FROM edits
         WHERE edits.document_id = documents.id AND path LIKE '%.fields.tax_year' ORDER BY seq DESC LIMIT 1),
        (SELECT json_extract(forms.fields, '$.tax_year.value') AS year
         FROM attempts JOIN forms ON forms.attempt_id = attempts.id
         WHERE attempts.run_id = runs.id AND best = 1 AND year IS NOT NULL ORDER BY forms.number LIMIT 1)
    ) AS INTEGER) AS year,
    (SELECT count(*) FROM attempts WHERE run_id = runs.id AND best = 1) AS forms,
    (SELECT count(*) FROM issues WHERE run_id = runs.id AND severity = 'BLOCKER' AND pass = last.pass) AS blockers,
    (SELECT count(*) FROM issues WHERE run_id = runs.id AND severity = 'MAJOR' AND pass = last.pass) AS majors,
    (SELECT count(*) FROM issues WHERE run_id = runs.id AND severity = 'MINOR' AND pass = last.pass) AS minors,
    (SELECT count(*) FROM edits WHERE edits.document_id = documents.id) AS edits
FROM documents
LEFT JOIN runs ON runs.seq = (SELECT max(seq) FROM runs WHERE document_id = documents.id)
LEFT JOIN classifications ON classifications.seq = (SELECT max(seq) FROM classifications WHERE run_id = runs.id)
LEFT JOIN decisions ON decisions.run_id = runs.id
LEFT JOIN verifications AS last
    ON last.run_id = runs.id AND last.pass = (SELECT max(pass) FROM verifications WHERE run_id = runs.id);

-- The same, kept: what lists, filters and counts read. Whatever can change a standing writes it again.
CREATE TABLE library (
    document_id    TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    run_id         TEXT,
    state          TEXT NOT NULL,
    label          TEXT,
    proposed_label TEXT,
    confidence     REAL,
    year           INTEGER,
    forms          INTEGER NOT NULL,
    blockers       INTEGER NOT NULL,
    majors         INTEGER NOT NULL,
    minors         INTEGER NOT NULL,
    edits          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO library SELECT * FROM standings;

CREATE TRIGGER documents_enter_the_library AFTER INSERT ON documents
BEGIN INSERT OR REPLACE INTO library SELECT * FROM standings WHERE document_id = new.id; END;
CREATE TRIGGER outcomes_reach_the_library AFTER UPDATE OF outcome ON documents
BEGIN INSERT OR REPLACE INTO library SELECT * FROM standings WHERE document_id = new.id; END;
CREATE TRIGGER runs_reach_the_library AFTER INSERT ON runs
BEGIN INSERT OR REPLACE INTO library SELECT * FROM standings WHERE document_id = new.document_id; END;
CREATE TRIGGER stages_reach_the_library AFTER UPDATE OF state, stage ON runs
BEGIN INSERT OR REPLACE INTO library SELECT * FROM standings WHERE document_id = new.document_id; END;
CREATE TRIGGER labels_reach_the_library AFTER INSERT ON classifications
BEGIN
    INSERT OR REPLACE INTO library SELECT * FROM standings
    WHERE document_id = (SELECT document_id FROM runs WHERE id = new.run_id);
END;
-- A decision is the last thing that verification writes, after the issues it rests on.
CREATE TRIGGER decisions_reach_the_library AFTER INSERT ON decisions
BEGIN
    INSERT OR REPLACE INTO library SELECT * FROM standings
    WHERE document_id = (SELECT document_id FROM runs WHERE id = new.run_id);
END;
CREATE TRIGGER edits_reach_the_library AFTER INSERT ON corrections
BEGIN INSERT OR REPLACE INTO library SELECT * FROM standings WHERE document_id = new.document_id; END;

-- What a decision was based on stays, except that a document which is erased leaves it.
DROP TRIGGER surroundings_are_settled;
CREATE TRIGGER surroundings_are_settled BEFORE UPDATE OF run_id, ink, readings ON surroundings
BEGIN SELECT RAISE(ABORT, 'what a decision was based on is never overwritten'); END;
