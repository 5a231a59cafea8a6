// Made-up documents for tests and for looking at the screens: a W-2 with its words, fields and doubts, and a library
// around it. Nothing here is anybody's.
import type * as T from "../src/ipc/types";

type Entry = [path: string, box: string | null, name: string, kind: T.FieldKind, value: string | null, x: number, y: number, printed?: string];

const FIELDS: { title: string; entries: Entry[] }[] = [
  {
    title: "Employee and employer",
    entries: [
      ["employee_ssn", "a", "Employee SSN", "ssn", "000-12-3456", 190, 62],
      ["employer_ein", "b", "Employer EIN", "ein", "00-7654321", 80, 92],
      ["employer_name", "c", "Employer name", "text", "Sample Foundry Works", 80, 122],
      ["employer_address", null, "Employer address", "text", "12 Made Up Road, Nowhere OH 44000", 80, 136],
      ["control_number", "d", "Control number", "text", "A1-77", 80, 176],
      ["employee_name", "e", "Employee name", "text", "Pat Example", 80, 206],
    ],
  },
  {
    title: "Wages and withholding",
    entries: [
      ["wages_tips", "1", "Wages, tips, other compensation", "money", "23677.70", 360, 92, "23,677.70"],
      ["federal_tax_withheld", "2", "Federal income tax withheld", "money", "2841.32", 480, 92, "2,841.32"],
      ["ss_wages", "3", "Social security wages", "money", "24410.00", 360, 122, "24,410.00"],
      ["ss_tax_withheld", "4", "Social security tax withheld", "money", "1573.42", 480, 122, "1,573.42"],
      ["medicare_wages", "5", "Medicare wages and tips", "money", "24410.00", 360, 152, "24,410.00"],
      ["medicare_tax_withheld", "6", "Medicare tax withheld", "money", "353.95", 480, 152, "353.95"],
      ["ss_tips", "7", "Social security tips", "money", null, 360, 182],
      ["retirement_plan", "13", "Retirement plan", "bool", "true", 360, 212, "X"],
      ["tax_year", null, "Tax year", "year", "2020", 300, 300],
    ],
  },
];

const WIDTH = 5.4;
const HEIGHT = 10;

const captions = [
  ["Form", 60, 298], ["W-2", 84, 298], ["Wage", 110, 298], ["and", 138, 298], ["Tax", 160, 298], ["Statement", 182, 298],
] as const;

export function wordsOf(page: number): T.PageWords {
  const words: T.PageWord[] = captions.map(([text, x, y]) => word(text, x, y, null));
  for (const { entries } of FIELDS) {
    for (const [path, , , , value, left, y, printed] of entries) {
      if (value === null) continue;
      let x = left;
      for (const text of (printed ?? value).split(" ")) {
        words.push(word(text, x, y, { form: `form-${page}`, path }));
        x += (text.length + 1) * WIDTH;
      }
    }
  }
  return { words, blocks: [{ kind: "Heading", from: 0, to: 6 }, { kind: "KeyValue", from: 6, to: words.length }] };
}

const word = (text: string, x: number, y: number, owner: T.PageWord["owner"]): T.PageWord => ({
  text, x, y, width: text.length * WIDTH, height: HEIGHT, confidence: null, owner,
});

function fieldOf([path, box, name, kind, value, x, y, printed]: Entry, page: number): T.FieldView {
  const quote = printed ?? value;
  const state: T.FieldState = value === null ? "empty" : path === "ss_tax_withheld" ? "judge" : path === "employer_ein" ? "contradicted" : "proved";
  return {
    path, box, name, kind, value, raw: quote, state,
    required: ["employee_ssn", "employer_ein", "wages_tips"].includes(path),
    confidence: value === null ? 0 : 0.97,
    evidence: quote === null ? [] : [{ page, quote, regions: [{ page, x, y, width: quote.length * WIDTH, height: HEIGHT }] }],
    issue_ids: state === "judge" ? ["V2-0001"] : [],
    cells: [],
    rows: 0,
    next_row: [],
    corrected: false,
    by_print: path === "control_number" ? 2 : null,
  };
}

const cell = (path: string, name: string, kind: T.FieldKind, value: string, page: number, x: number): T.FieldView => ({
  ...fieldOf([path, null, name, kind, value, x, 242], page),
});

export function formOf(page: number): T.FormView {
  const groups = FIELDS.map(({ title, entries }) => ({ title, fields: entries.map((entry) => fieldOf(entry, page)) }));
  const list: T.FieldView = {
    ...fieldOf(["box_12", "12", "Codes and amounts", "list", "C 2929.20", 480, 242], page),
    rows: 1,
    cells: [cell("box_12[0].code", "Code", "text", "C", page, 480), cell("box_12[0].amount", "Amount", "money", "2929.20", page, 500)],
  };
  groups[1]?.fields.splice(7, 0, list);
  return {
    id: `form-${page}`, number: page, label: "W-2", title: "Form W-2", first_page: page, last_page: page, region: null,
    confidence: 0.98, groups,
  };
}

const ISSUES: T.IssueView[] = [
  issue("V1-0001", "MINOR", "missing_evidence", "Box c has an address without evidence.", null),
  {
    ...issue("V2-0001", "MAJOR", "arithmetic", "Box 4 is not 6.2 % of box 3.", "ss_tax_withheld"),
    expected: "1513.42", actual: "1573.42", suggestion: "Look at box 4 on the page and type what is printed.",
  },
  issue("V4-0001", "BLOCKER", "fabricated_evidence", "The EIN was not found on the page.", "employer_ein"),
];

function issue(id: string, severity: T.Severity, code: string, message: string, path: string | null): T.IssueView {
  return {
    id, severity, code, message, path, form: path === null ? null : "form-1", raised_by: id.slice(0, 2),
    subject: path ?? "document", expected: null, actual: null, suggestion: null, auto_fixable: false, evidence: [], choice: null, kinds: null, standing: "open",
  };
}

export function attempt(number: number, best: boolean, score: number, feedback: string | null): T.AttemptView {
  return {
    id: `attempt-${number}`, form: "form-1", form_number: 1, confidence: 0.9, result_score: 0.8, reasoning: null, role: "extractor", number, engine: "local", state: "done", label: "W-2",
    score, pass: best, best, summary: null, feedback, failure_reasons: [],
    usage: { calls: 0, input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_usd: 0, seconds: 0.04 },
    started_at: "2026-01-05T10:00:00Z", ended_at: "2026-01-05T10:00:01Z",
  };
}

export function documentOf(row: T.Row): T.DocumentView {
  const pages = Array.from({ length: row.pages ?? 0 }, (_, at) => ({
    number: at + 1, width: 612, height: 792, text_source: "embedded", label: row.label, fault: null,
  }));
  const read = row.label !== null;
  const forms = read ? pages.slice(0, row.forms).map((page) => formOf(page.number)) : [];
  return {
    row, pages, forms,
    document: {
      id: row.document_id, path: `/clients/someone/${row.file_name}`, sha256: "ab".repeat(32), media_type: "application/pdf",
      bytes: 48_000, pack: "tax", pack_version: "1", mode: "form", expected_year: 2020, received_at: row.received_at, outcome: "ok",
      outcome_message: null,
    },
    run: read
      ? {
          id: "run-1", stage: "verify", state: "done", pack: "tax 1", engine: "local", queued_at: row.received_at,
          started_at: row.received_at, ended_at: row.received_at, interruptions: 0, failure: null,
          usage: { calls: 0, input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_usd: 0, seconds: 0.08 },
        }
      : null,
    classification: read
      ? {
          label: row.label ?? "", proposed_label: null, confidence: row.confidence ?? 0, band: row.band ?? "LOW",
          candidates: [{ label: row.label ?? "", confidence: 0.98 }, { label: "1099-NEC", confidence: 0.12 }, { label: "OTHER", confidence: 0.02 }],
          rationale: "The page says “Wage and Tax Statement” and has the boxes of the form under their official captions.",
          segments: pages.map((page) => ({ first_page: page.number, last_page: page.number, label: row.label ?? "", confidence: 0.98, types: [] })).slice(0, 6),
          vendor_signals: [], mixture: [], self_evaluation: null, corrected: null, marking: null,
        }
      : null,
    findings: [],
    marking: null,
    issues: row.state === "needs_review" ? ISSUES : [],
    verification: read ? [{ pass: 0, decision: "ESCALATE_TO_SME", quality_score: 0.55, fixes: [], issue_ids: ISSUES.map(({ id }) => id) }] : [],
    decision: read ? { outcome: "ESCALATE_TO_SME", rule: 1, cause: "rule", explanation: "A blocker is never accepted automatically.", reasons: ["V4-0001"] } : null,
    attempts: read ? [attempt(1, false, 58, "EIN missing: look in box b, top left."), attempt(2, true, 91, null)] : [],
    history: [],
    proposals: [], corrector: null, can_undo: false,
    can_redo: false,
  };
}

const SECRET: T.MarkingView = { level: "SECRET", line: "SECRET//NOFORN", colour: "#c8102e", declassify_on: null, cancelled: false };

/** Three pages with markings: one plain, one read twice, one without a marking; or as many of them as were looked at. */
export function markedOf(row: T.Row, looked = 3): T.DocumentView {
  const view = documentOf({ ...row, pages: 3, forms: 0, label: "SECRET" });
  const place = (page: number, y: number): T.Region => ({ page, x: 250, y, width: 110, height: 14 });
  const look = (page: number, pass: T.FindingView["pass"], marking: T.MarkingView | null, part: Partial<T.FindingView>): T.FindingView => ({
    page, pass, marking, label: marking?.level ?? "UNMARKED", confidence: 0.97, band: "HIGH", rationale: "The banner is printed at the top and the bottom.",
    markings_found: marking === null ? [] : ["SECRET//NOFORN"], wants: null, absence: null, corrected: null,
    evidence: [{ page, quote: "SECRET//NOFORN", regions: [place(page, 20)] }], ...part,
  });
  const findings = [
    look(1, "classify", SECRET, {}),
    look(2, "classify", { ...SECRET, line: "SECRET" }, { confidence: 0.62, band: "LOW", wants: "the marking is damaged or faint" }),
    look(3, "classify", null, { rationale: "No marking was found.", absence: { zones: ["banner top", "banner bottom"], enhancements: [] } }),
    look(2, "enhance", SECRET, { confidence: 0.93 }),
  ];
  const settled = looked === 3;
  return {
    ...view, forms: [], marking: SECRET,
    document: { ...view.document, pack: "markings", mode: "pages" },
    pages: view.pages.map((page) => ({ ...page, text_source: "ocr" })),
    findings: settled ? findings : findings.filter((one) => one.page <= looked && one.pass === "classify"),
    classification: settled && view.classification !== null ? { ...view.classification, label: "SECRET", marking: SECRET, segments: [] } : null,
  };
}

/** A chart of two segments with the shares of two types. */
export function chartOf(row: T.Row): T.DocumentView {
  const view = documentOf({ ...row, pages: 3, forms: 0, label: "Genomic Report" });
  const share = (label: string, part: number, presence: string): T.ShareView => ({
    label, presence, confidence: 0.9, share: part,
    evidence: presence === "NO_EVIDENCE" ? [] : [{ page: 1, quote: "Full gene sequencing", regions: [{ page: 1, x: 60, y: 40, width: 90, height: 10 }] }],
  });
  const types = [share("Genomic Report", 0.85, "PRIMARY"), share("Clinical Note", 0.15, "MENTION_ONLY"), share("Other", 0, "NO_EVIDENCE")];
  return {
    ...view, forms: [], document: { ...view.document, pack: "clinical", mode: "whole" },
    classification: view.classification && {
      ...view.classification, label: "Genomic Report", mixture: types, vendor_signals: ["A laboratory"], self_evaluation: "The second segment is short.",
      segments: [
        { first_page: 1, last_page: 2, label: "Genomic Report", confidence: 0.92, types },
        { first_page: 3, last_page: 3, label: "Clinical Note", confidence: 0.88, types: [share("Clinical Note", 1, "PRIMARY"), share("Other", 0, "NO_EVIDENCE")] },
      ],
    },
  };
}

export function packetOf(view: T.DocumentView): T.PacketView {
  const context: T.ContextView = { page: 1, quote: "00-7654321", found: true, before: ["Form W-2"], at: ["00-7654321"], after: ["Sample Foundry Works"] };
  return {
    document: view.row.document_id, file_name: view.row.file_name, page_count: 1, marking: null, decision: "ESCALATE_TO_SME", rule: 1, status: "pending",
    production_differs: true, compared_with: "the other program", differences: [{ what: "label", ours: "W-2", theirs: "OTHER" }],
    issues: ISSUES.toReversed().map(({ id, severity, code, message, suggestion }) => ({
      id, severity, code, message, agent: id.slice(0, 2), location: "box b", fix: suggestion, readable: message, contexts: severity === "BLOCKER" ? [context] : [],
    })),
    evidence: [{ part: "page 1", label: "W-2", contexts: [context] }], left_out: ["V2: no model is set"],
  };
}

const PEOPLE = ["Hodges 2020", "Rosalez", "Brown and the very long name of a partnership", null];
const STATES: T.State[] = ["needs_review", "accepted", "accepted", "extracting", "accepted", "failed", "password", "queued", "accepted"];
const NAMES = ["2020 Form W-2", "scan_0043", "phone photo of a receipt", "taxes combined and scanned at once with a name that does not end"];

export function rowOf(index: number): T.Row {
  const state = STATES[index % STATES.length] ?? "accepted";
  const read = state === "accepted" || state === "needs_review";
  return {
    document_id: `doc-${index}`, run_id: read ? "run-1" : null, file_name: `${NAMES[index % NAMES.length]} ${index}.pdf`,
    case: PEOPLE[index % PEOPLE.length] ?? null, pack: "tax", pages: read ? (index % 5 === 4 ? 24 : 1) : state === "extracting" ? 10 : null,
    label: read ? "W-2" : null, proposed_label: null, forms: read ? (index % 5 === 4 ? 20 : 1) : 0,
    confidence: read ? 0.98 : null, band: read ? "HIGH" : null, year: read ? 2020 : null, expected_year: 2020, corrections: 0, verdict: null, reviewer: null, state,
    detail: state === "extracting" ? "attempt 2" : null,
    issues: state === "needs_review" ? { blocker: 1, major: 1, minor: 1 } : { blocker: 0, major: 0, minor: 0 },
    error: state === "failed" ? { code: "damaged", message: "The file is damaged.", advice: "Get it again from where it came from." } : null,
    received_at: "2026-01-05T10:00:00Z", duplicate_of: null,
  };
}
