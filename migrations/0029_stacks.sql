-- Stacks: many documents and one table over them.

-- A stack of a case follows it: documents of the case join, and those that left it leave.
CREATE TABLE stacks (
    seq        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL UNIQUE,
    case_name  TEXT,
    label      TEXT,                            -- rows are made of forms with this label only; null for all
    created_at TEXT NOT NULL
) STRICT;

-- The documents of each stack.
CREATE TABLE stack_documents (
    stack_id    TEXT NOT NULL REFERENCES stacks (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,               -- from 1; the name of the document for models
    made_of     TEXT,                           -- the versions of what its rows were made of; null until they are
    PRIMARY KEY (stack_id, document_id),
    UNIQUE (stack_id, position)
) STRICT;
CREATE INDEX stack_documents_by_document ON stack_documents (document_id);
-- A stack leaves with its last document, whose case it may name.
CREATE TRIGGER stacks_need_documents AFTER DELETE ON stack_documents
BEGIN
    DELETE FROM stacks WHERE id = old.stack_id AND NOT EXISTS (SELECT 1 FROM stack_documents WHERE stack_id = old.stack_id);
END;

-- The columns of the table of a stack: name, title, format, and where the values come from.
CREATE TABLE stack_tables (
    stack_id     TEXT PRIMARY KEY NOT NULL REFERENCES stacks (id) ON DELETE CASCADE,
    columns      TEXT NOT NULL,
    completed_at TEXT                           -- null while rows are still to be made
) STRICT;

-- A row a form, or a segment where a document has no form. Holds values of its own document only, and leaves with it.
CREATE TABLE stack_table_rows (
    stack_id    TEXT NOT NULL,
    document_id TEXT NOT NULL,
    form        INTEGER NOT NULL,               -- from 1
    head        TEXT NOT NULL,                  -- label, pages, state, and what tells copies and corrections
    cells       TEXT NOT NULL,                  -- by field: value, evidence, confidence, state, source
    asked       TEXT,                           -- the columns that a model answered for, between commas
    PRIMARY KEY (stack_id, document_id, form),
    FOREIGN KEY (stack_id, document_id) REFERENCES stack_documents (stack_id, document_id) ON DELETE CASCADE
) STRICT;

-- Edits of cells, in the shape of `corrections`. They change the table, not the document.
CREATE TABLE stack_edits (
    seq          INTEGER PRIMARY KEY,
    stack_id     TEXT NOT NULL,
    document_id  TEXT NOT NULL,
    id           TEXT NOT NULL UNIQUE,
    act          TEXT NOT NULL,
    path         TEXT NOT NULL,
    before_value TEXT NOT NULL,
    after_value  TEXT NOT NULL,
    evidence     TEXT,
    form_label   TEXT,
    undoes       TEXT,
    author       TEXT,
    made_at      TEXT NOT NULL,
    FOREIGN KEY (stack_id, document_id) REFERENCES stack_documents (stack_id, document_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX stack_edits_by_stack ON stack_edits (stack_id, seq);
CREATE TRIGGER stack_edits_are_settled BEFORE UPDATE ON stack_edits
BEGIN SELECT RAISE(ABORT, 'an edit of a table is never overwritten'); END;
