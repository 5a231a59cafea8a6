-- Calls to language models: who was asked, what of the document went along, what came back and what it cost.

-- A row is committed before the call leaves, as `started`; the answer ends it. One that is still `started` when the program
-- starts again becomes `interrupted`: it may have been paid for, and its answer is lost. A finished call of the same work
-- is answered from its row and never made again. `attempt_id` is null for what belongs to no attempt, `run_id` for what a
-- person asked for outside of a run.
CREATE TABLE calls (
    seq           INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE,
    document_id   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    run_id        TEXT REFERENCES runs (id) ON DELETE CASCADE,
    attempt_id    TEXT REFERENCES attempts (id) ON DELETE CASCADE,
    purpose       TEXT NOT NULL,
    provider      TEXT NOT NULL,
    origin        TEXT NOT NULL,                -- scheme, host and port of the address
    model         TEXT NOT NULL,
    digest        TEXT NOT NULL,                -- of the request and whom it was put to
    state         TEXT NOT NULL,
    sent          TEXT NOT NULL,                -- bytes, and the pages whose text or picture was in them
    tries         INTEGER NOT NULL,             -- how often it was sent, until an answer came
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    cost_usd      REAL NOT NULL,
    seconds       REAL NOT NULL,
    error         TEXT,
    turn          TEXT,                         -- the answer as it came, for a restart
    started_at    TEXT NOT NULL,
    ended_at      TEXT
) STRICT;
CREATE INDEX calls_by_document ON calls (document_id, seq);
CREATE INDEX calls_by_run ON calls (run_id, digest);
CREATE INDEX calls_by_attempt ON calls (attempt_id);
