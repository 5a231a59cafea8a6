-- A workspace as the program with schema 11 wrote it: a document that was read and edited, one that waits, and one whose
-- erasure was interrupted.
INSERT INTO documents (id, sha256, file_name, path, media_type, bytes, page_count, pack, expected_year, case_name,
    received_at, state, outcome, outcome_message)
VALUES ('019aa000-0000-7000-8000-000000000001', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    'wages.pdf', '/papers/wages.pdf', 'application/pdf', 3, 1, 'tax', 2024, 'Hodges', '2026-11-21T22:00:00.000Z', 'active',
    'ok', NULL),
('019aa000-0000-7000-8000-000000000002', 'cb8379ac2098aa165029e3938a51da0bcecfc008fd6795f401178647f96c5b34',
    'later.pdf', '/papers/later.pdf', 'application/pdf', 3, NULL, 'tax', NULL, NULL, '2026-11-21T22:00:01.000Z', 'active',
    NULL, NULL);
INSERT INTO pages (id, document_id, number, width, height, has_tables, text_source, block_kinds, fault_outcome, fault_message)
VALUES (1, '019aa000-0000-7000-8000-000000000001', 1, 612.0, 792.0, 0, 'embedded', '["paragraph"]', NULL, NULL);
INSERT INTO layouts (page_id, rulings, cells, widgets, pictures) VALUES (1, '[]', '[]', '[]', '[]');
INSERT INTO readings (page_id, number, whole, source, recipe, words, blocks)
VALUES (1, 1, 1, '"embedded"', NULL, '[["Wages",72.0,72.0,45.1,11.5,10.0,1,null,null,null]]',
    '[["paragraph",72.0,72.0,400.0,11.5,0,1]]');
INSERT INTO page_text (rowid, text) VALUES (1, 'Wages');
INSERT INTO runs (id, document_id, pack, pack_version, settings, stage, state, interruptions, queued_at, started_at,
    ended_at, failure)
VALUES ('019aa000-0000-7000-8000-000000000011', '019aa000-0000-7000-8000-000000000001', 'tax', '1.0.0',
    '{"engine":{"kind":"local","provider":null,"model":null},"expected_year":2024,"grader":"rules","max_attempts":3,"max_retries":2,"policy_version":"1","pack_sha256":"cdcd","allowance":{"calls":1000,"tokens":20000000,"cents":2000,"minutes":120}}',
    'done', 'done', 0, '2026-11-21T22:00:00.000Z', '2026-11-21T22:00:02.000Z', '2026-11-21T22:00:03.000Z', NULL),
('019aa000-0000-7000-8000-000000000012', '019aa000-0000-7000-8000-000000000002', 'tax', '1.0.0',
    '{"engine":{"kind":"local","provider":null,"model":null},"expected_year":null,"grader":"rules","max_attempts":3,"max_retries":2,"policy_version":"1","pack_sha256":"cdcd","allowance":{"calls":1000,"tokens":20000000,"cents":2000,"minutes":120}}',
    'intake', 'queued', 1, '2026-11-21T22:00:01.000Z', NULL, NULL, NULL);
INSERT INTO decisions (run_id, outcome, rule, cause, reasons, policy_version)
VALUES ('019aa000-0000-7000-8000-000000000011', 'ESCALATE_TO_SME', 7, 'rule', '[]', '1');
INSERT INTO reviews (id, document_id, run_id, reviewer, state, verdict, notes, seconds)
VALUES ('019aa000-0000-7000-8000-000000000021', '019aa000-0000-7000-8000-000000000001',
    '019aa000-0000-7000-8000-000000000011', 'Ada', 'completed', 'corrects', NULL, 12.5);
INSERT INTO corrections (id, document_id, review_id, path, before_value, after_value, evidence, made_by, made_at,
    form_label, undoes, author)
VALUES ('019aa000-0000-7000-8000-000000000031', '019aa000-0000-7000-8000-000000000001',
    '019aa000-0000-7000-8000-000000000021', 'forms[0].fields.wages_tips', '"1.00"', '"2.00"', NULL, 'person',
    '2026-11-21T22:10:00.000Z', 'W-2', NULL, 'Ada');
INSERT INTO tombstones (document_id, sha256, erased_at)
VALUES ('019aa000-0000-7000-8000-000000000003', 'a665a45920422f9d417e4867efdc4fb8a04a1f3fff1fa07e998e86f7f7a27ae3',
    '2026-11-23T22:00:00.000Z');
INSERT INTO settings (key, value) VALUES ('erasing', 'true');
