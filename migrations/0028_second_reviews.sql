-- Blind second reviews of settled documents. Append-only: the newest row of a document counts, and a withdrawal is a row.
CREATE TABLE second_reviews (
    seq            INTEGER PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,
    document_id    TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    truth_id       TEXT NOT NULL,               -- the truth it is compared with
    first_reviewer TEXT NOT NULL,               -- who settled that truth
    reviewer       TEXT NOT NULL,
    label          TEXT NOT NULL,
    forms          TEXT NOT NULL,               -- for each form, an object of values by field
    withdrawn      INTEGER NOT NULL,
    at             TEXT NOT NULL
) STRICT;
CREATE INDEX second_reviews_by_document ON second_reviews (document_id, seq);
CREATE TRIGGER second_reviews_are_never_changed BEFORE UPDATE ON second_reviews
BEGIN SELECT RAISE(ABORT, 'a second review is never changed'); END;
