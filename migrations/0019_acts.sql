-- What a person did at once is taken back at once.

-- The rows of one act have its id, in both tables. Null in older rows: an edit was an act of its own, and a verdict is said
-- anew instead of being taken back.
ALTER TABLE corrections ADD COLUMN act TEXT;
ALTER TABLE reviews ADD COLUMN act TEXT;
-- The review that a row takes back: the row says again what was said before that one.
ALTER TABLE reviews ADD COLUMN undoes TEXT;
