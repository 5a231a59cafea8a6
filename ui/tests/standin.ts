// A stand-in for the program behind the window: the commands over made-up documents, in memory. For tests and for
// looking at screens; never part of the build.
import type * as T from "../src/ipc/types";
import { evaluationOf, SIDES } from "./comparison";
import { documentOf, packetOf, rowOf, wordsOf } from "./papers";

export interface Standin {
  answer: (command: string, args: Record<string, unknown>) => unknown;
  calls: { command: string; args: Record<string, unknown> }[];
}

const diffOf = (own: string, text: string): T.DiffLine[] =>
  own === text ? [{ change: "same", text }] : [{ change: "removed", text: own }, { change: "added", text }];

const NO: T.Trouble = { code: "test", message: "This is not part of the stand-in.", advice: "Use the real program." };

const ASK: T.ConsentAsk = {
  question: 0,
  engine: "anthropic:small-1", title: "Anthropic", origin: "https://api.anthropic.com", pictures: true,
  statement: "The words of the pages leave this computer and are read by Anthropic.", elsewhere: null, price_unknown: false, documents: 1, sample: ["2020 Form W-2 0.pdf"],
};

/** What the program gives the page for chosen files. Here the ticket spells their paths. */
export const picked = (...paths: string[]): T.Picked => ({
  ticket: `ticket ${JSON.stringify(paths)}`,
  count: paths.length,
  names: paths.map((path) => path.slice(path.lastIndexOf("/") + 1)),
});

const pathsOf = (ticket: string): string[] => {
  if (!ticket.startsWith("ticket ")) throw new Error(`no ticket: ${ticket}`);
  return JSON.parse(ticket.slice("ticket ".length)) as string[];
};

export function standIn(size = 12, theme: T.Preferences["theme"] = "system"): Standin {
  let rows = Array.from({ length: size }, (_, index) => rowOf(index));
  let trashed: T.Row[] = [];
  let preferences: T.Preferences = {
    theme, text_percent: 100, saved_filters: [], reviewer: "Dana", review_order: "most_issues", review_minutes: 20, pack: "tax", expected_year: 2020, case: null, workers: 2, max_pages: 10_000, max_megabytes: 2048,
    local_only: false, engines: {}, recogniser: "built-in", script: "latin", spend_limit_cents: null,
    allowance: { calls: 1000, tokens: 20_000_000, cents: 1000, minutes: 240 },
  };
  const prints: T.PrintView[] = [
    { id: "print-0", pack: "tax", label: "W-2", papers: 3, fields: 14, words: 60, held_back: null, changed_at: "2026-01-05T10:00:00Z" },
    { id: "print-1", pack: "tax", label: "1099-INT", papers: 1, fields: 6, words: 42, held_back: "on 1 of 2 settled papers it would lose values that were read right: interest_income", changed_at: "2026-01-06T10:00:00Z" },
  ];
  let forgotten: string[] = [];
  let rules: T.AuditRules = { percent: 5, limit_percent: 2 };
  let off = true;
  const claims = new Map<string, T.ClaimView>();
  let agreed = false;
  let consent: T.ConsentAsk | null = null;
  let questions = 0;
  let keyed = false;
  let nextFolder: string | null = null;
  let guide: T.GuideView = { stage: "classify", purpose: "One page.", own: "Look at the banner.", text: "Look at the banner.", overridden: false, versions: [], diff: [], note: "No model is set." };
  const written = (text: string | null): T.GuideView => ({
    ...guide, text: text ?? guide.own, overridden: text !== null, diff: diffOf(guide.own, text ?? guide.own),
    versions: [...guide.versions, { version: guide.versions.length + 1, text, written_at: "2026-01-05T10:00:00Z" }],
  });
  const documents = new Map<string, T.DocumentView>();
  const undone: T.Change[] = [];
  const calls: Standin["calls"] = [];

  const number = (state: T.State) => rows.filter((row) => row.state === state).length;
  const open = (id: string): T.DocumentView => {
    const row = rows.find((one) => one.document_id === id);
    if (row === undefined) throw Object.assign(new Error("gone"), { code: "gone", message: "This document is no longer here.", advice: "Go back to the library." });
    const view = documents.get(id) ?? documentOf(row);
    documents.set(id, view);
    return view;
  };
  const field = (view: T.DocumentView, form: string, path: string) => {
    const found = view.forms.find((one) => one.id === form)?.groups.flatMap((group) => group.fields)
      .flatMap((one) => [one, ...one.cells]).find((one) => one.path === path);
    if (found === undefined) throw new Error(`no field ${path}`);
    return found;
  };
  const write = (view: T.DocumentView, change: T.Change, value: string | null, typed = false) => {
    const target = field(view, change.form ?? "", change.path);
    const evidence = typed ? [] : target.evidence;
    Object.assign(target, { value, raw: typed ? null : value, corrected: true, state: value === null ? "empty" : typed ? "entered" : "proved", evidence });
    view.can_undo = view.history.some((one) => !one.undone);
    view.can_redo = undone.length > 0;
    const { can_undo, can_redo } = view;
    return { form: change.form ?? "", field: structuredClone(target), change, can_undo, can_redo };
  };

  const commands: Record<string, (args: never) => unknown> = {
    overview: (): T.Overview => ({
      workspace: "/clients/someone/.local/share/touchstone", version: "0.1.0",
      counts: {
        all: rows.length, accepted: number("accepted"), needs_review: number("needs_review"), rejected: number("rejected"), failed: number("failed"), cancelled: number("cancelled"),
        password: number("password"), running: number("extracting"), queued: number("queued"), trash: trashed.length,
      },
      batch: { started_at: "2026-01-05T10:00:00Z", total: rows.length, accepted: number("accepted"), needs_review: number("needs_review"), failed: number("failed"), seconds_left: 40, per_second: 5.1, cost_usd: 0.0312, price_unknown: false },
      paused: false,
      waits_for: null, offline: true, spent_usd: 1.25, consent, notices: [], reader_missing: false, marking: null,
      packs: [{ name: "tax", title: "Tax forms", version: "1", labels: ["W-2"], by_year: true }], preferences,
      recognisers: [{ name: "built-in", title: "Built in", missing: null }, { name: "tesseract", title: "Tesseract", missing: null }, { name: "onnxruntime", title: "ONNX Runtime", missing: "ONNX Runtime is not installed" }],
    }),
    library: ({ query }: { query: T.LibraryQuery }): T.LibraryPage => {
      const of = query.trash ? trashed : rows;
      const match = of.filter((row) =>
        row.file_name.toLowerCase().includes(query.search.toLowerCase()) &&
        (query.states.length === 0 || query.states.includes(row.state)) &&
        ((query.ids ?? []).length === 0 || query.ids?.includes(row.document_id)) &&
        (query.cases.length === 0 || (row.case !== null && query.cases.includes(row.case))));
      const states: Partial<Record<T.State, number>> = {};
      for (const { state } of of) states[state] = (states[state] ?? 0) + 1;
      const cases = [...new Set(of.map((row) => row.case))].filter((name) => name !== null)
        .map((name) => ({ name, count: of.filter((row) => row.case === name).length }));
      return {
        total: match.length, rows: match.slice(query.offset, query.offset + query.limit),
        counts: { states: states as Record<T.State, number>, labels: [{ name: "W-2", count: 7 }], years: [{ year: 2020, count: 7 }], cases },
      };
    },
    review_queue: ({ query }: { query: T.ReviewQuery }): T.ReviewQueue => ({
      rows: rows.filter((row) => row.state === (query.order === "audit_sample" ? "accepted" : "needs_review") || query.held.includes(row.document_id)).map((row) => ({
        document_id: row.document_id, file_name: row.file_name, case: row.case, label: row.label, pages: row.pages, received_at: row.received_at, state: row.state, waits: row.state === (query.order === "audit_sample" ? "accepted" : "needs_review"),
        issues: row.issues, open_values: 2, expected_errors: 1.4, minutes: 0.5, within: true,
        claim: claims.get(row.document_id) ?? { place: "open", flagged: false, note: null, author: null },
      })),
    }),
    claim: ({ documentId, to }: { documentId: string; to: T.ClaimView }) => {
      claims.set(documentId, { ...to, author: preferences.reviewer });
      return null;
    },
    unverified: ({ ids }: { ids: string[] }): T.Unverified[] => ids.map((id, at) => ({
      document_id: id, file_name: `${id}.pdf`, blockers: at === 0 ? ["The EIN was not found on the page."] : [], values: at === 1 ? ["Social security tax withheld"] : [],
    })),
    accept_all: ({ ids }: { ids: string[] }): T.BulkAccepted => {
      for (const row of rows.filter(({ document_id }) => ids.includes(document_id))) Object.assign(row, { verdict: "agrees", state: "accepted" });
      return { accepted: ids, refused: [] };
    },
    ground_truths: (): T.GroundTruthRow[] => rows.map((row, at) => {
      const kind = (["automatic", "confirmed", "corrected", "imported", "audited"] as const)[at % 5] ?? "automatic";
      return {
        document_id: row.document_id, run_id: "run-0", file_name: row.file_name, case: row.case, pack: at % 2 === 0 ? "tax" : "clinical", label: row.label ?? "W-2", kind,
        found_right: kind === "audited" ? at % 2 === 0 : null, reviewer: kind === "automatic" ? null : at % 3 === 0 ? "Dana" : "Kim", settled_at: "2026-01-05T10:00:00Z",
      };
    }),
    audit: (): T.AuditView => ({
      rules, waiting: 1,
      packs: [
        { pack: "clinical", drawn: 4, judged: 4, wrong: 2, upper_bound: 0.9024, off: off ? "2 of 4 audited acceptances were wrong" : null },
        { pack: "tax", drawn: 21, judged: 20, wrong: 0, upper_bound: 0.1391, off: null },
      ],
      drawn: [],
    }),
    second_reviews: (): T.SecondReviewView => ({
      rules: { percent: 10, seed: 1 }, unnamed: 2,
      documents: [
        { document_id: "doc-0", file_name: "w2.pdf", pack: "tax", first: "Lee", second: null, state: "waits", differences: [] },
        {
          document_id: "doc-1", file_name: "int.pdf", pack: "tax", first: "Lee", second: "Kim", state: "differs",
          differences: [{ path: "forms[0].interest_income", title: "1099-INT, Box 1: Interest income", first: "12.00", second: "blank" }],
        },
      ],
      agreement: [
        { title: "Type", same: 9, of: 10, low: 0.596, high: 0.982, kappa: { value: 0.8, low: 0.44, high: 1 } },
        { title: "1099-INT, Box 1: Interest income", same: 9, of: 10, low: 0.596, high: 0.982, kappa: null },
      ],
    }),
    blank_document: ({ label }: { label: string | null }): T.BlankDocument => ({
      document_id: "doc-0", file_name: "w2.pdf", pages: 2, labels: ["Other", "W-2"],
      forms: label === null ? [] : [{ label, first_page: 1, fields: [{ name: "wages_tips", title: "Box 1: Wages", kind: "money" }, { name: "void", title: "Void", kind: "bool" }] }],
    }),
    save_second_review: () => null,
    withdraw_second_review: () => null,
    set_second_rules: () => null,
    adjudicate: () => null,
    verify_audit: (): T.ChainView => ({ entries: 12, rows: 30, head: "ab".repeat(32), broken: [] }),
    stop_audit: () => null,
    set_audit_rules: ({ rules: next }: { rules: T.AuditRules }) => {
      rules = next;
      return null;
    },
    switch_acceptance: ({ on }: { on: boolean }) => {
      off = !on;
      return true;
    },
    sides: () => SIDES,
    evaluation: ({ query }: { query: T.EvaluationQuery }): T.EvaluationView => evaluationOf(query),
    stop_evaluation: () => null,
    case_view: (): T.CaseView => ({
      documents: rows.slice(0, 2).map((row, at) => ({ document_id: row.document_id, file_name: row.file_name, state: row.state, forms: [{ form: "form-1", label: "W-2", year: 2020, issuer: "North Bakery", copy_of: at === 0 ? null : "x.pdf", replaced_by: null }] })),
      missing: [{ label: "1099-INT", issuer: "First Bank", year: 2020, document_id: "doc-4", file_name: "z.pdf" }],
      totals: [
      { label: "W-2", field: "wages_tips", name: "Wages, tips, other compensation", box: "1", year: 2020, unsettled: 0, total: "47355.40", documents: rows.slice(0, 2).map((row) => ({ document_id: row.document_id, file_name: row.file_name, form: "form-1", form_number: 1, accepted: true, value: "23677.70", copy_of: null, replaced_by: null, issuer: "North Bakery" })) },
      { label: "W-2", field: "federal_tax_withheld", name: "Federal income tax withheld", box: "2", year: 2020, unsettled: 1, total: "2841.32", documents: [
        { document_id: "doc-0", file_name: "x.pdf", form: "form-1", form_number: 1, accepted: false, value: "2841.32", copy_of: null, replaced_by: null, issuer: "North Bakery" },
        { document_id: "doc-1", file_name: "y.pdf", form: "form-1", form_number: 1, accepted: false, value: "2841.32", copy_of: "x.pdf", replaced_by: null, issuer: null },
      ] },
      { label: "W-2", field: "wages_tips", name: "Wages, tips, other compensation", box: "1", year: 2019, unsettled: 0, total: "7.00", documents: [{ document_id: "doc-4", file_name: "z.pdf", form: "form-1", form_number: 1, accepted: true, value: "7.00", copy_of: null, replaced_by: null, issuer: "North Bakery" }] },
      ],
    }),
    trash: ({ ids }: { ids: string[] }) => {
      trashed = [...trashed, ...rows.filter((row) => ids.includes(row.document_id))];
      rows = rows.filter((row) => !ids.includes(row.document_id));
      return { changed: ids.length };
    },
    restore: ({ ids }: { ids: string[] }) => {
      rows = [...trashed.filter((row) => ids.includes(row.document_id)), ...rows];
      trashed = trashed.filter((row) => !ids.includes(row.document_id));
      return { changed: ids.length };
    },
    prints: () => prints.filter(({ id }) => !forgotten.includes(id)),
    forget_prints: ({ ids }: { ids: string[] }) => {
      forgotten = [...forgotten, ...ids];
      return { changed: ids.length };
    },
    restore_prints: ({ ids }: { ids: string[] }) => {
      forgotten = forgotten.filter((id) => !ids.includes(id));
      return { changed: ids.length };
    },
    empty_trash: () => ({ erased: trashed.splice(0).length }),
    document: ({ documentId }: { documentId: string }) => structuredClone(open(documentId)),
    document_kept: ({ documentId }: { documentId: string }) => open(documentId),
    page_words: ({ page }: { page: number }) => wordsOf(page),
    explain: ({ place }: { place: string }): T.ExplanationView => ({
      form: 1, label: "W-2", name: place, value: "23677.70", raw: "23,677.70", confidence: 98, filled_by: "local, attempt 1", edited: false,
      provenance: ["Run run-0 of 2026-01-05T10:00:00Z, pack tax 1", "Attempt 1, attempt-0: local"],
      evidence: [{ page: 1, words: [12, 13], reading: 1, quote: "23,677.70", captions: ["Wages, tips, other compensation"] }], issues: [], note: null,
      copies: [{
        page: 1, read_by: "best candidate",
        captions: [{ text: "1 Wages, tips, other compensation", role: "field", score: 100, labelled: true, passes: ["wording"] }],
        candidates: [
          { text: "23,677.70", won: true, side: "below", on_side: true, valid: true, placed: 92, weight: 92 },
          { text: "2,841.32", won: false, side: "right", on_side: false, valid: true, placed: 50, weight: 20 },
        ],
      }],
    }),
    find_in_document: ({ text }: { text: string }): T.Hit[] =>
      wordsOf(1).words.filter((word) => word.text.toLowerCase().includes(text.toLowerCase()))
        .map(({ x, y, width, height }) => ({ page: 1, regions: [{ page: 1, x, y, width, height }] })),
    check_value: ({ documentId, form, path, text }: { documentId: string; form: string; path: string; text: string }): T.ValueCheck => {
      if (field(open(documentId), form, path).kind !== "money") return { value: text, fault: null };
      const digits = text.replaceAll(",", "");
      return /^-?\d+(\.\d\d)?$/.test(digits) ? { value: digits, fault: null } : { value: null, fault: "Write an amount such as 1,234.50." };
    },
    correct: ({ documentId, form, path, by }: { documentId: string; form: string; path: string; by: T.Edit }) => {
      const view = open(documentId);
      const before = field(view, form, path);
      const text = by.words === undefined ? (by.text ?? by.printed ?? "") : wordsOf(by.words.page).words.slice(by.words.from, by.words.to).map((word) => word.text).join(" ");
      const value = text.trim() === "" ? null : text.replaceAll(/(\d),(?=\d{3})/g, "$1");
      const change: T.Change = { id: `change-${view.history.length}`, kind: "edit", form, path, name: before.name, before: before.value, after: value, by: "person", at: "2026-01-05T11:00:00Z", undone: false };
      view.history.push(change);
      undone.length = 0;
      return write(view, change, value, by.words === undefined);
    },
    save_review: ({ documentId, judgement }: { documentId: string; judgement: T.Judgement }) => {
      const { row } = open(documentId);
      row.verdict = judgement === "accept" ? "agrees" : judgement === "reject" ? "rejects" : null;
      row.state = judgement === "accept" ? "accepted" : judgement === "reject" ? "rejected" : "needs_review";
      return null;
    },
    undo: ({ documentId }: { documentId: string }): T.Undone | null => {
      const view = open(documentId);
      const { row } = view;
      if (row.verdict !== null) {
        const label = `${row.verdict === "rejects" ? "rejected" : "accepted"} ${row.file_name}`;
        Object.assign(row, { verdict: null, state: "needs_review" });
        return { file_name: row.file_name, label, corrected: null };
      }
      const change = view.history.findLast((one) => !one.undone);
      if (change === undefined) return null;
      change.undone = true;
      undone.push(change);
      return { file_name: row.file_name, label: change.name, corrected: write(view, change, change.before) };
    },
    redo: ({ documentId }: { documentId: string }): T.Undone | null => {
      const change = undone.pop();
      if (change === undefined) return null;
      change.undone = false;
      const view = open(documentId);
      return { file_name: view.row.file_name, label: change.name, corrected: write(view, change, change.after) };
    },
    ask_correction: ({ documentId, form, words }: { documentId: string; form: string; words: string }): { text: string; proposals: number } => {
      const view = open(documentId);
      view.proposals = ["1513.42", null].map((after, at) => ({
        id: `proposal-${at}`, form, path: at === 0 ? "ss_tax_withheld" : "control_number", name: at === 0 ? "Social security tax withheld" : "Control number",
        before: at === 0 ? "1573.42" : "A1-77", after, evidence: at === 0 ? { page: 1, quote: "1,513.42", regions: [] } : null, words, engine: ASK.engine,
      }));
      return { text: "Box 4 is 1,513.42 now.", proposals: 2 };
    },
    accept_proposal: ({ documentId, proposal }: { documentId: string; proposal: string }): T.Corrected => {
      const view = open(documentId);
      const chosen = view.proposals.find((one) => one.id === proposal);
      if (chosen === undefined) throw new Error("answered already");
      view.proposals = view.proposals.filter((one) => one !== chosen);
      const { form, path, name, before, after } = chosen;
      const change: T.Change = { id: chosen.id, kind: "edit", form, path, name, before, after, by: "agent", at: "2026-01-05T11:00:00Z", undone: false };
      view.history.push(change);
      return write(view, change, after);
    },
    decline_proposal: ({ documentId, proposal }: { documentId: string; proposal: string }) => {
      const view = open(documentId);
      view.proposals = view.proposals.filter((one) => one.id !== proposal);
      return null;
    },
    pick_reading: ({ documentId, issue, pick }: { documentId: string; issue: string; pick: T.ReadingPick }): T.Corrected => {
      const view = open(documentId);
      const about = view.issues.find((one) => one.id === issue);
      const target = field(view, about?.form ?? "", about?.path ?? "");
      const after = pick === "other" ? (about?.expected ?? null) : target.value;
      const change: T.Change = { id: `pick-${issue}`, kind: "edit", form: about?.form ?? "", path: target.path, name: target.name, before: target.value, after, by: "person", at: "2026-01-05T11:00:00Z", undone: false };
      view.history.push(change);
      return write(view, change, after);
    },
    pick_list: ({ documentId, form, list }: { documentId: string; form: string; list: string }): T.Corrected => {
      const view = open(documentId);
      const target = field(view, form, list);
      const change: T.Change = { id: `pick-${list}`, kind: "edit", form, path: target.path, name: target.name, before: null, after: null, by: "person", at: "2026-01-05T11:00:00Z", undone: false };
      for (const issue of view.issues) if (issue.path?.startsWith(list) === true) issue.choice = null;
      return { form, field: target, change, can_undo: true, can_redo: false };
    },
    transcript: (): T.StepView[] => [
      { seq: 1, kind: "tool_call", title: "get_document_text", text: "", look: null },
      { seq: 2, kind: "tool_answer", title: "identify_document", text: "W-2 with 0.93", look: null },
      { seq: 3, kind: "grade", title: "complete_extraction", text: "Score 91", look: null },
      {
        seq: 4,
        kind: "note",
        title: "Looked closer at page 1: \"s\" is not a currency amount",
        text: "{}",
        look: {
          place: { page: 1, x: 270, y: 110, width: 110, height: 40 },
          reasons: ['"s" is not a currency amount'],
          reading: 3,
          dpi: 300,
          enhancements: ["contrast"],
          before: "3 Other income s",
          after: "3 Other income $",
          failed: null,
        },
      },
    ],
    choose_files: () => picked("/clients/someone/chosen.pdf"),
    choose_folder: () => picked("/clients/someone"),
    paste_paths: ({ text }: { text: string }): T.Picked | null => {
      const paths = text.split("\n").filter((line) => line.startsWith("/"));
      return paths.length === 0 ? null : picked(...paths);
    },
    inspect: ({ ticket }: { ticket: string }): T.Inspection => {
      const paths = pathsOf(ticket);
      return {
        files: paths.length, folders: 0, bytes: 48_000 * paths.length, unknown: [], other_kinds: 0, others: [], subfolders: [], suggested_case: "Client 12", sample: paths.slice(0, 3),
        duplicates: paths.filter((path) => path.includes("again")).map((path) => ({ path, document_id: "doc-0", file_name: "2020 Form W-2 0.pdf" })),
      };
    },
    import: ({ ticket, options }: { ticket: string; options: T.ImportOptions }): T.ImportReport => {
      const paths = pathsOf(ticket);
      if (options.engine === ASK.engine && !agreed) consent = { ...ASK, question: ++questions, documents: paths.length, sample: paths.slice(0, 5) };
      return { queued: paths.length, duplicates: 0, other_kinds: 0, refused: [] };
    },
    import_samples: (): T.ImportReport => ({ queued: 3, duplicates: 0, other_kinds: 0, refused: [] }),
    unlock: ({ documentId, password }: { documentId: string; password: string }): T.Unlocked =>
      password === "right" ? { opened: [documentId], still_locked: 0 } : { opened: [], still_locked: 1 },
    take_opened_files: () => null,
    stop_export: () => undefined,
    export_formats: (): T.FormatCard[] => [
      { id: "csv", title: "CSV, one table", description: "one row per form, one column per field", folder: false, can_mask: true },
      { id: "json", title: "JSON", description: "one array with everything", folder: false, can_mask: true },
      { id: "coco", title: "COCO", description: "pictures and boxes", folder: true, can_mask: false },
    ],
    export_counts: ({ request }: { request: T.ExportRequest }): T.ExportCounts => {
      const documents = request.ids?.length ?? rows.filter((row) => request.filter?.cases.every((name) => row.case === name) ?? true).length;
      return { documents, settled: documents };
    },
    choose_export: ({ name, format }: { name: string; format: string }) => picked(`/clients/someone/${name}.${format}`),
    export: ({ ticket, request }: { ticket: string; request: T.ExportRequest }): T.ExportReport => ({ files: pathsOf(ticket), documents: request.ids?.length ?? rows.length, forms: 3, rows: 4, left_out: 0, skipped: [] }),
    set_preferences: (args: { preferences: T.Preferences }) => (preferences = args.preferences),
    packet: ({ documentId }: { documentId: string }): T.PacketView => packetOf(open(documentId)),
    relabel: ({ documentId, label }: { documentId: string; label: string }) => {
      const { classification } = open(documentId);
      if (classification !== null) classification.label = label;
      return null;
    },
    compare_with: ({ ids }: { ids: string[] }): T.Compared => ({ documents: ids.length, differing: ids.slice(0, 1), unread: 0, unused: ["d.pdf"] }),
    export_packet: ({ format }: { format: T.PacketFormat }) => picked(`/clients/someone/packet.${format}`),
    guides: (): T.GuideView[] => [guide],
    compare_guide: ({ text }: { text: string }): T.DiffLine[] => diffOf(guide.own, text),
    compare_guide_version: ({ version }: { version: number }): T.DiffLine[] =>
      diffOf(guide.text, guide.versions.find((one) => one.version === version)?.text ?? guide.own),
    set_guide: ({ text }: { text: string }): T.GuideView => (guide = written(text)),
    reset_guide: (): T.GuideView => (guide = written(null)),
    packs: (): T.PackView[] => [{
      name: "tax", title: "Tax forms", version: "1", description: "Forms of the tax year", mode: "form", folder: "/usr/share/touchstone/packs/tax",
      labels: [{ name: "W-2", description: "Wage and tax statement" }, { name: "OTHER", description: "Anything else" }],
      templates: [{ label: "W-2", title: "Form W-2", confidence_threshold: 0.8, min_fields: 4, fields: [{ name: "wages_tips", description: "Wages, tips", box: "1", format: "currency", required: true }] }],
      checks: [{ name: "arithmetic", severity: "MAJOR" }],
    }],
    engines: (): T.EngineCard[] => [
      { name: "local", title: "This computer", local: true, needs_key: false, ready: true, note: "Nothing leaves this computer.", origin: null, consent: null, models: [{ engine: "local", name: "Local engine", price: null, pictures: false }] },
      {
        name: "anthropic", title: "Anthropic", local: false, needs_key: true, ready: keyed, note: keyed ? "A provider over the network." : "It needs a key: none is stored in Settings.",
        origin: "https://api.anthropic.com",
        consent: agreed ? { provider: "anthropic", origin: "https://api.anthropic.com", statement: ASK.statement, agreed_at: "2026-01-05T10:00:00Z" } : null,
        models: [{ engine: ASK.engine, name: "small-1 of Anthropic", price: "$1 in, $5 out per million tokens (as of 2026-01-01)", pictures: true }],
      },
    ],
    estimate: ({ ticket }: { ticket: string }): T.Estimate => ({ engine: ASK.engine, documents: pathsOf(ticket).length, pages: 3, low_usd: 0.02, high_usd: 0.06, assumptions: ["pages as counted", "1000 tokens a page"] }),
    estimate_again: ({ ids }: { ids: string[] }): T.Estimate => ({ engine: ASK.engine, documents: ids.length, pages: 3, low_usd: null, high_usd: null, assumptions: ["no price of this model is known"] }),
    sent: (): T.SentView[] => [{ id: "call-1", at: "2026-01-05T10:00:00Z", purpose: "Extraction", model: ASK.engine, origin: ASK.origin, state: "answered", bytes: 8200, text_of: [1, 2], pictures_of: [1], tries: 1, usage: { calls: 1, input_tokens: 2100, output_tokens: 300, cached_tokens: 0, cost_usd: 0.0042, seconds: 2 }, error: null }],
    sent_request: (): T.RequestView => ({
      system: "You fill forms from what stands on their pages.", shape: null, max_tokens: 16000,
      tools: [{ name: "find_text", description: "Finds words on the pages.", schema: "{}" }],
      parts: [
        { by_model: false, title: "Text of page 1", text: "Wages, tips, other compensation", picture_of: null },
        { by_model: false, title: "Picture of page 1: image/png, 81000 bytes, SHA-256 f00d", text: "", picture_of: 1 },
        { by_model: true, title: "An earlier turn of the model", text: "{}", picture_of: null },
      ],
    }),
    consent_ask: (): T.ConsentAsk | null => (agreed ? null : ASK),
    agree: () => {
      agreed = true;
      consent = null;
      return true;
    },
    withdraw: () => {
      agreed = false;
      return null;
    },
    keep_here: () => {
      const kept = consent?.documents ?? 0;
      consent = null;
      return kept;
    },
    key_state: (): T.KeyState => ({ stored: keyed, store: "keychain", message: null }),
    set_key: (): T.KeyState => ({ stored: (keyed = true), store: "keychain", message: null }),
    test_key: () => ({ ok: true, message: "The key is stored and can be read back." }),
    test_model: (): T.ModelTest => ({
      ok: true,
      message: "It fills forms with actions in JSON, because it does not call tools.",
      findings: [
        { name: "Streams replies", value: "yes" },
        { name: "Follows a schema", value: "yes" },
        { name: "Calls tools", value: "no: it wrote text instead of calling a tool" },
        { name: "Sees pictures", value: "not asked" },
      ],
    }),
    remove_key: (): T.KeyState => ({ stored: (keyed = false), store: "keychain", message: null }),
    diagnostics: (): T.Diagnostics => ({ lines: [{ name: "Version", value: "0.1.0" }, { name: "Documents", value: String(rows.length) }] }),
    next_data_folder: () => nextFolder,
    choose_data_folder: () => (nextFolder = "/mnt/vault"),
    back_up: (): T.WorkspaceCopy => ({ folder: "/mnt/copy", shown_by: picked("/mnt/copy"), documents: rows.length, unavailable: 0 }),
    restore_backup: (): T.WorkspaceCopy => ({ folder: (nextFolder = "/mnt/restored"), shown_by: picked("/mnt/restored"), documents: rows.length, unavailable: 0 }),
    verify_backup: (): T.Verification => ({ folder: "/mnt/copy", documents: rows.length, faults: [] }),
    verify_workspace: (): T.Verification => ({ folder: "/data/workspace", documents: rows.length, faults: [] }),
    stop_backup: () => undefined,
    chosen: ({ ids }: { ids: string[] }): T.Chosen => {
      const of = rows.filter((row) => ids.includes(row.document_id));
      return {
        packs: [...new Set(of.map((row) => row.pack))], expected_years: [...new Set(of.map((row) => row.expected_year))], engines: ["local"],
        in_work: of.filter((row) => row.state === "queued" || row.state === "extracting").length,
      };
    },
  };
  const silent = ["rerun", "set_pack", "set_case", "pause", "resume", "cancel", "retry", "show_in_folder", "open_data_folder"];

  return {
    calls,
    answer: (command, args) => {
      calls.push({ command, args });
      if (silent.includes(command)) return null;
      const work = commands[command];
      if (work === undefined) throw Object.assign(new Error(command), NO);
      return work(args as never);
    },
  };
}
