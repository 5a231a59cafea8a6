-- The memory of prints: what settled papers taught about others that are printed alike. Fixed words and places, never a
-- value of a document.
CREATE TABLE prints (
    seq          INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    version      INTEGER NOT NULL,
    pack         TEXT NOT NULL,
    label        TEXT NOT NULL,
    held_back    TEXT,                          -- why it is not used for reading; null if it is
    changed_at   TEXT NOT NULL,
    forgotten_at TEXT                           -- kept until the workspace is opened again, so that it can be undone
) STRICT;

-- What one settled form taught; leaves with its document.
CREATE TABLE lessons (
    seq         INTEGER PRIMARY KEY,
    print_id    TEXT NOT NULL REFERENCES prints (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    form        INTEGER NOT NULL,
    content     TEXT NOT NULL,
    UNIQUE (document_id, form)
) STRICT;
CREATE INDEX lessons_by_print ON lessons (print_id, seq);
CREATE TRIGGER prints_need_lessons AFTER DELETE ON lessons
BEGIN
    DELETE FROM prints WHERE id = old.print_id AND NOT EXISTS (SELECT 1 FROM lessons WHERE print_id = old.print_id);
END;

-- What the memory read of the document of a run, with the version of each print. A replay needs no print.
CREATE TABLE remembered (
    run_id  TEXT PRIMARY KEY NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    content TEXT NOT NULL
) STRICT;
