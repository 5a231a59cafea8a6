-- What models have cost the workspace, as a sum that is kept and not added up at every look.

-- One row for all calls ever made; triggers keep it, whoever writes `calls`. Erasing a document takes its calls along and
-- leaves the sum, since a limit on what may be spent counts what was spent. It says nothing of any document.
CREATE TABLE spent (
    id            INTEGER PRIMARY KEY CHECK (id = 1),
    calls         INTEGER NOT NULL,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    cost_usd      REAL NOT NULL,
    seconds       REAL NOT NULL
) STRICT;
INSERT INTO spent
SELECT 1, count(*), coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0), coalesce(sum(cached_tokens), 0),
    total(cost_usd), total(seconds) FROM calls;

CREATE TRIGGER calls_are_counted AFTER INSERT ON calls BEGIN
    UPDATE spent SET calls = calls + 1, input_tokens = input_tokens + new.input_tokens,
        output_tokens = output_tokens + new.output_tokens, cached_tokens = cached_tokens + new.cached_tokens,
        cost_usd = cost_usd + new.cost_usd, seconds = seconds + new.seconds;
END;
CREATE TRIGGER calls_are_paid AFTER UPDATE ON calls BEGIN
    UPDATE spent SET input_tokens = input_tokens + new.input_tokens - old.input_tokens,
        output_tokens = output_tokens + new.output_tokens - old.output_tokens,
        cached_tokens = cached_tokens + new.cached_tokens - old.cached_tokens,
        cost_usd = cost_usd + new.cost_usd - old.cost_usd, seconds = seconds + new.seconds - old.seconds;
END;
