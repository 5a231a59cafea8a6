-- What was sent to language models, word by word, so that a person can open it.

-- A conversation is sent again with each of its turns, so its messages are kept once a document, by their SHA-256, and a
-- call names them in their order. Pictures are not kept a second time: their page, size and SHA-256 are. Everything goes
-- with the document. Calls made before this have no request.
CREATE TABLE request_parts (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    sha256      TEXT NOT NULL,
    content     TEXT NOT NULL,
    PRIMARY KEY (document_id, sha256)
) STRICT, WITHOUT ROWID;
ALTER TABLE calls ADD COLUMN request TEXT;      -- SHA-256 of its parts: what does not change over a conversation, then the messages
