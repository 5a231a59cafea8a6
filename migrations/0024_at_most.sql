-- What a call that is in progress may use at most. A call whose program is killed before its answer is stored counts with
-- this, since nothing tells any more how much of it was paid for. Zero for calls of earlier versions.
ALTER TABLE calls ADD COLUMN most_input_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calls ADD COLUMN most_output_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calls ADD COLUMN most_cost_usd REAL NOT NULL DEFAULT 0;
