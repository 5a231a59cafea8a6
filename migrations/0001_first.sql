-- The first schema of a workspace. Once a release has been made this file is never edited; later changes get the next
-- number.
--
-- Conventions: ids are UUIDv7 as text, times RFC 3339 as text, lists and nested records JSON as text, yes and no 1 and 0,
-- lengths PDF points. `seq` is the order in which rows were written: the clock is for show, never for order. A table whose
-- rows are settled once written has a trigger that refuses updates.

-- "TSWS": lets a workspace be told from any other SQLite file.
PRAGMA application_id = 0x54535753;

-- What was handed in. The bytes lie beside the database under originals/, named by sha256.
CREATE TABLE documents (
    seq             INTEGER PRIMARY KEY,
    id              TEXT NOT NULL UNIQUE,
    sha256          TEXT NOT NULL,
    file_name       TEXT NOT NULL,
    path            TEXT NOT NULL,              -- as given when it was handed in
    media_type      TEXT NOT NULL,
    bytes           INTEGER NOT NULL,
    page_count      INTEGER,                    -- null until intake knows it
    pack            TEXT NOT NULL,
    expected_year   INTEGER,
    case_name       TEXT,                       -- client, patient or matter
    received_at     TEXT NOT NULL,
    state           TEXT NOT NULL,
    outcome         TEXT,                       -- how intake ended, null until it has
    outcome_message TEXT
) STRICT;
CREATE INDEX documents_by_age ON documents (received_at, id);
CREATE INDEX documents_by_original ON documents (sha256, path);
CREATE INDEX documents_by_case ON documents (case_name, received_at, id) WHERE case_name IS NOT NULL;

-- One row a page, small on purpose: lists and results read all of a document's pages without touching a word.
CREATE TABLE pages (
    id            INTEGER PRIMARY KEY,          -- also the row of page_text
    document_id   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number        INTEGER NOT NULL,             -- from 1
    width         REAL NOT NULL,
    height        REAL NOT NULL,
    has_tables    INTEGER NOT NULL,
    text_source   TEXT NOT NULL,
    block_kinds   TEXT NOT NULL,                -- of the newest reading of the whole page, each kind once
    fault_outcome TEXT,                         -- set when the page could not be read, or only in part
    fault_message TEXT,
    UNIQUE (document_id, number)
) STRICT;

-- What is drawn on a page besides words.
CREATE TABLE layouts (
    page_id  INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    rulings  TEXT NOT NULL,
    cells    TEXT NOT NULL,
    widgets  TEXT NOT NULL,
    pictures TEXT NOT NULL
) STRICT;

-- Numbered readings of a page, from 1, never overwritten: evidence names the reading whose words it counts.
CREATE TABLE readings (
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    whole   INTEGER NOT NULL,                   -- 0 when only a region of the page was read
    source  TEXT NOT NULL,
    recipe  TEXT,
    words   TEXT NOT NULL,                      -- an array a word, see store/words.rs
    blocks  TEXT NOT NULL,
    PRIMARY KEY (page_id, number)
) STRICT;
CREATE TRIGGER readings_are_settled BEFORE UPDATE ON readings BEGIN SELECT RAISE(ABORT, 'a reading is never overwritten'); END;

-- Full text of the newest whole reading of each page; rowid is pages.id. Deleted text is wiped from the index too.
CREATE VIRTUAL TABLE page_text USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO page_text (page_text, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER pages_leave_the_index AFTER DELETE ON pages BEGIN DELETE FROM page_text WHERE rowid = old.id; END;

-- One pass of a document through the pipeline. `stage` is the next stage to do.
CREATE TABLE runs (
    seq           INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE,
    document_id   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    pack          TEXT NOT NULL,
    pack_version  TEXT NOT NULL,
    settings      TEXT NOT NULL,                -- everything that can change the result, resolved when it was queued
    stage         TEXT NOT NULL,
    state         TEXT NOT NULL,
    interruptions INTEGER NOT NULL,             -- how often the program stopped in the middle
    queued_at     TEXT NOT NULL,
    started_at    TEXT,
    ended_at      TEXT,
    failure       TEXT
) STRICT;
CREATE INDEX runs_by_state ON runs (state, seq);
CREATE INDEX runs_by_document ON runs (document_id, seq);

-- One try at a piece of work. The row is committed before the work starts, so that no paid call can go unrecorded.
CREATE TABLE attempts (
    seq           INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE,
    run_id        TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    form          INTEGER,                      -- which form of the document, null for document-wide work
    role          TEXT NOT NULL,
    number        INTEGER NOT NULL,
    engine_kind   TEXT NOT NULL,
    provider      TEXT,
    model         TEXT,
    state         TEXT NOT NULL,
    calls         INTEGER NOT NULL,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    cost_usd      REAL NOT NULL,
    seconds       REAL NOT NULL,
    score         REAL,
    best          INTEGER NOT NULL,
    summary       TEXT,
    started_at    TEXT NOT NULL,
    ended_at      TEXT
) STRICT;
CREATE INDEX attempts_by_run ON attempts (run_id, seq);
-- Work that is under way or done is not done again: only a failed or interrupted attempt may be repeated.
CREATE UNIQUE INDEX attempts_once ON attempts (run_id, role, ifnull(form, 0), number) WHERE state IN ('started', 'done');
CREATE UNIQUE INDEX attempts_one_best ON attempts (run_id, form) WHERE best = 1;

-- The transcript of an attempt.
CREATE TABLE steps (
    attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    content    TEXT NOT NULL,
    PRIMARY KEY (attempt_id, seq)
) STRICT;

-- What one look at one page found.
CREATE TABLE findings (
    seq            INTEGER PRIMARY KEY,
    run_id         TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    attempt_id     TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
    page           INTEGER NOT NULL,
    pass           TEXT NOT NULL,
    candidates     TEXT NOT NULL,
    markings_found TEXT NOT NULL,
    marking        TEXT,
    rationale      TEXT NOT NULL,
    enhance        INTEGER NOT NULL,
    enhancements   TEXT NOT NULL,
    absence        TEXT,
    evidence       TEXT NOT NULL,
    UNIQUE (attempt_id, page, pass)
) STRICT;
CREATE INDEX findings_by_run ON findings (run_id, seq);

-- What the document is. A stage that changes its mind writes a further row; the newest counts.
CREATE TABLE classifications (
    seq                INTEGER PRIMARY KEY,
    run_id             TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    attempt_id         TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
    stage              TEXT NOT NULL,           -- which stage wrote it
    label              TEXT NOT NULL,
    proposed_label     TEXT,
    candidates         TEXT NOT NULL,
    confidence         REAL NOT NULL,
    rationale          TEXT NOT NULL,
    number_of_segments INTEGER NOT NULL,        -- as claimed
    segments           TEXT NOT NULL,
    mixture            TEXT NOT NULL,
    vendor_signals     TEXT NOT NULL,
    marking            TEXT,
    self_evaluation    TEXT
) STRICT;
CREATE INDEX classifications_by_run ON classifications (run_id, seq);
CREATE INDEX classifications_by_attempt ON classifications (attempt_id);
CREATE TRIGGER classifications_are_settled BEFORE UPDATE ON classifications
BEGIN SELECT RAISE(ABORT, 'a classification is never overwritten'); END;

-- The forms that the survey planned, kept so that extraction can go on after a restart.
CREATE TABLE form_plans (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    plan   TEXT NOT NULL,
    PRIMARY KEY (run_id, number)
) STRICT;

-- A filled form, one an attempt.
CREATE TABLE forms (
    id         TEXT PRIMARY KEY NOT NULL,
    attempt_id TEXT NOT NULL UNIQUE REFERENCES attempts (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    segment    INTEGER NOT NULL,
    label      TEXT NOT NULL,
    first_page INTEGER NOT NULL,
    last_page  INTEGER NOT NULL,
    region     TEXT,
    confidence REAL NOT NULL,
    fields     TEXT NOT NULL                    -- an object in the template's order
) STRICT;

-- The grader's word on each finished attempt; `issues` are those of the rules, before they have numbers.
CREATE TABLE grades (
    attempt_id      TEXT PRIMARY KEY NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
    pass            INTEGER NOT NULL,
    score           REAL NOT NULL,              -- 0..100
    label           TEXT NOT NULL,
    confidence      REAL NOT NULL,
    field_results   TEXT NOT NULL,
    failure_reasons TEXT NOT NULL,
    feedback        TEXT NOT NULL,
    reasoning       TEXT NOT NULL,
    issues          TEXT NOT NULL
) STRICT;

-- Reasons to doubt a run's result, in the order they were raised.
CREATE TABLE issues (
    seq          INTEGER PRIMARY KEY,
    run_id       TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    id           TEXT NOT NULL,                 -- V3-0001
    pass         INTEGER NOT NULL,
    raised_by    TEXT NOT NULL,
    code         TEXT NOT NULL,
    guide_code   TEXT,
    severity     TEXT NOT NULL,
    subject      TEXT NOT NULL,
    message      TEXT NOT NULL,
    expected     TEXT,
    actual       TEXT,
    suggestion   TEXT,
    auto_fixable INTEGER NOT NULL,
    evidence     TEXT NOT NULL,
    UNIQUE (run_id, id)
) STRICT;

-- What each pass over the checks concluded from the issues found before its own fixes.
CREATE TABLE verifications (
    run_id        TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    pass          INTEGER NOT NULL,             -- 0..2
    decision      TEXT NOT NULL,
    quality_score REAL NOT NULL,
    fixes         TEXT NOT NULL,
    issue_ids     TEXT NOT NULL,
    fingerprint   TEXT NOT NULL,
    PRIMARY KEY (run_id, pass)
) STRICT;

-- The arbiter's last word: one a run.
CREATE TABLE decisions (
    run_id         TEXT PRIMARY KEY NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    outcome        TEXT NOT NULL,
    rule           INTEGER NOT NULL,
    cause          TEXT NOT NULL,
    reasons        TEXT NOT NULL,
    policy_version TEXT NOT NULL
) STRICT;

-- What waits for the expert, and what the expert said.
CREATE TABLE reviews (
    seq         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    run_id      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    reviewer    TEXT,
    state       TEXT NOT NULL,
    verdict     TEXT,
    notes       TEXT,
    seconds     REAL
) STRICT;
CREATE INDEX reviews_by_state ON reviews (state, seq);
CREATE INDEX reviews_by_document ON reviews (document_id, seq);
CREATE INDEX reviews_by_run ON reviews (run_id, seq);

-- The one table of edits, by people and by the correction agent.
CREATE TABLE corrections (
    seq          INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    document_id  TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    review_id    TEXT REFERENCES reviews (id) ON DELETE CASCADE,
    path         TEXT NOT NULL,
    before_value TEXT NOT NULL,
    after_value  TEXT NOT NULL,
    evidence     TEXT,
    made_by      TEXT NOT NULL,
    made_at      TEXT NOT NULL
) STRICT;
CREATE INDEX corrections_by_document ON corrections (document_id, seq);
CREATE INDEX corrections_by_review ON corrections (review_id) WHERE review_id IS NOT NULL;
CREATE TRIGGER corrections_are_settled BEFORE UPDATE ON corrections
BEGIN SELECT RAISE(ABORT, 'a correction is never overwritten'); END;

-- Settled truth. A later truth names the one it supersedes; the two indexes keep that a chain, never a fork.
CREATE TABLE truths (
    seq            INTEGER PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,
    document_id    TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    source         TEXT NOT NULL,
    classification TEXT NOT NULL,
    forms          TEXT NOT NULL,
    review_id      TEXT REFERENCES reviews (id),
    supersedes     TEXT UNIQUE REFERENCES truths (id),
    settled_at     TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX truths_one_first ON truths (document_id) WHERE supersedes IS NULL;
CREATE INDEX truths_by_document ON truths (document_id, seq);
CREATE INDEX truths_by_review ON truths (review_id) WHERE review_id IS NOT NULL;
CREATE TRIGGER truths_are_settled BEFORE UPDATE ON truths BEGIN SELECT RAISE(ABORT, 'a truth is never overwritten'); END;

-- A user's wording for a stage of a pack. The newest version counts; a null text goes back to the pack's own.
CREATE TABLE prompt_overrides (
    pack       TEXT NOT NULL,
    stage      TEXT NOT NULL,
    version    INTEGER NOT NULL,
    text       TEXT,
    written_at TEXT NOT NULL,
    PRIMARY KEY (pack, stage, version)
) STRICT;

-- Settings of the workspace. Never a key of a provider: those lie in the keychain.
CREATE TABLE settings (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT;
