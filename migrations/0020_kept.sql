-- Stored originals that no document may refer to yet, or any more. A row is written before the file of an import gets its
-- name, and leaves with the row of its document; it is written again with the erasure of the last document that refers to
-- the file. What is here and of no document is removed after each erasure and at each start.
CREATE TABLE doomed_originals (
    sha256 TEXT PRIMARY KEY NOT NULL
) STRICT;

-- Erasures that an interruption left half done.
INSERT INTO doomed_originals SELECT sha256 FROM tombstones EXCEPT SELECT sha256 FROM documents;
