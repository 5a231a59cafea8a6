-- Consents count only where they were given.

-- Proof that a consent was given on this installation, which only it can compute. One without, or with another, does not
-- count: the workspace came from elsewhere, or the consent is older than this column.
ALTER TABLE consents ADD COLUMN seal TEXT;
