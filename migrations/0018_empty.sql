-- A file that holds nothing ends like any other that could not be read: there is no result to review.

DROP VIEW standings;
CREATE VIEW standings AS
SELECT documents.id AS document_id, runs.id AS run_id,
    CASE
        WHEN runs.id IS NULL OR runs.state = 'queued' THEN 'queued'
        WHEN runs.state = 'running' THEN
            CASE runs.stage WHEN 'intake' THEN 'reading' WHEN 'classify' THEN 'classifying'
                WHEN 'extract' THEN 'extracting' ELSE 'verifying' END
        WHEN runs.state = 'cancelled' THEN 'cancelled'
        WHEN runs.state = 'failed' THEN 'failed'
        WHEN documents.outcome = 'password_needed' THEN 'password'
        WHEN verdicts.verdict = 'rejects' THEN 'rejected'
        WHEN documents.outcome NOT IN ('ok', 'partial') THEN 'failed'
        WHEN verdicts.verdict IS NOT NULL THEN 'accepted'
        WHEN verdicts.state = 'open' THEN 'needs_review'
        WHEN EXISTS (SELECT 1 FROM edits WHERE edits.document_id = documents.id) THEN 'needs_review'
        WHEN decisions.outcome = 'AUTO_ACCEPT' THEN 'accepted'
        ELSE 'needs_review'
    END AS state,
    classifications.label, classifications.proposed_label, classifications.confidence,
    CAST(coalesce(
        (SELECT json_extract(after_value, '$') FROM edits
         WHERE edits.document_id = documents.id AND path LIKE '%.fields.tax_year' AND json_valid(after_value)
         ORDER BY seq DESC LIMIT 1),
        (SELECT iif(json_valid(forms.fields), json_extract(forms.fields, '$.tax_year.value'), NULL) AS year
         FROM attempts JOIN forms ON forms.attempt_id = attempts.id
         WHERE attempts.run_id = runs.id AND best = 1 AND year IS NOT NULL ORDER BY forms.number LIMIT 1)
    ) AS INTEGER) AS year,
    (SELECT count(*) FROM attempts WHERE run_id = runs.id AND best = 1) AS forms,
    (SELECT count(*) FROM issues WHERE run_id = runs.id AND severity = 'BLOCKER' AND pass = last.pass) AS blockers,
    (SELECT count(*) FROM issues WHERE run_id = runs.id AND severity = 'MAJOR' AND pass = last.pass) AS majors,
    (SELECT count(*) FROM issues WHERE run_id = runs.id AND severity = 'MINOR' AND pass = last.pass) AS minors,
    (SELECT count(*) FROM edits WHERE edits.document_id = documents.id) AS edits,
    verdicts.verdict
FROM documents
LEFT JOIN runs ON runs.seq = (SELECT max(seq) FROM runs WHERE document_id = documents.id)
LEFT JOIN classifications ON classifications.seq = (SELECT max(seq) FROM classifications WHERE run_id = runs.id)
LEFT JOIN decisions ON decisions.run_id = runs.id
LEFT JOIN verdicts ON verdicts.run_id = runs.id
LEFT JOIN verifications AS last
    ON last.run_id = runs.id AND last.pass = (SELECT max(pass) FROM verifications WHERE run_id = runs.id);

INSERT OR REPLACE INTO library SELECT * FROM standings
WHERE document_id IN (SELECT id FROM documents WHERE outcome = 'empty');
